import { globSync, readFileSync } from 'node:fs'

/** The registry has no such tarball, so nobody could say its digest: tools for development, for systems with musl. */
const notServed = [
  '@biomejs/cli-linux-arm64-musl',
  '@biomejs/cli-linux-x64-musl',
  '@oxc-parser/binding-linux-arm64-musl',
  '@oxc-parser/binding-linux-x64-musl',
  '@rolldown/binding-linux-arm64-musl',
  '@rolldown/binding-linux-x64-musl',
]

interface Entry {
  link?: boolean
  dev?: boolean
  integrity?: string
  os?: string[]
  cpu?: string[]
}

/** Without a digest in the lock a registry, or whoever stands before it, may send another package than we have tested. */
export function checkLock(file: string): string[] {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
  const open = Object.entries(packages).filter(([path, entry]) => installs(path, entry) && !isSealed(entry))
  const known = open.filter(([path, { dev }]) => dev && notServed.includes(nameOf(path)))
  const names = new Set(known.map(([path]) => nameOf(path)))
  const again = 'Run node deploy/local/complete-lock.mjs.'
  return [
    ...open.filter((one) => !known.includes(one)).map(([path]) => `${path} has no integrity in ${file}. ${again}`),
    ...notServed.filter((name) => !names.has(name)).map((name) => `${name} need not be excepted in .ci/check-lock.ts.`),
  ]
}

const workflows = ['.github/workflows/*.{yaml,yml}', '**/action.{yaml,yml}']

/** A tag of an action can be moved to other code, which then runs with the rights of the job. */
export function checkActions(): string[] {
  const exclude = (path: string) => path.includes('node_modules')
  return globSync(workflows, { exclude }).flatMap((file) => {
    const uses = readFileSync(file, 'utf8').matchAll(/^[\s-]*uses:\s*(.*)$/gm)
    return Array.from(uses, ([, used = '']) => used)
      .filter((used) => !/^(?:\.\/\S+|\S+@[\da-f]{40} # v\d+\.\d+\.\d+)$/.test(used))
      .map((used) => `${file} uses ${used}. Write its commit and its version: owner/name@<40 digits> # v1.2.3`)
  })
}

/** On the systems that we build for and test on. */
function installs(path: string, { link, os = ['linux'], cpu = ['x64'] }: Entry): boolean {
  const isHere = os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64'))
  return path.includes('node_modules/') && !link && isHere
}

function isSealed({ integrity = '' }: Entry): boolean {
  return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
