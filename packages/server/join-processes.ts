/**
 * `npm run build` runs this after the compiler: joins the modules of ours that a process loads, up to 700, into a few files, since
 * finding and reading each of them took half of its start. Packages of others stay outside, so that an update of one needs no
 * release of ours; but see `others`. Nothing is done while the compiler has written nothing new.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputChunk, Plugin, PluginContext } from 'rolldown'

interface Join {
  /** Whose `dist/joined` it fills. */
  owner: string
  /** All whose modules come along. */
  packages: string[]
  /** Packages of others that come along. Only for what is installed with them, where their licences are. */
  others: string[]
  /** Modules of the owner, by the name of the file that is made of each and of what it imports. */
  entries: Record<string, string>
}

const joins: Join[] = [
  // Apart from the server's: it is published with its package.
  { owner: 'site', packages: ['bundle', 'site'], others: [], entries: { 'render-process': 'pipeline/pool/child.js' } },
  {
    owner: 'server',
    packages: ['agent', 'bundle', 'contract', 'server', 'site'],
    // 255 modules, a fifth of a worker's start.
    others: ['kysely'],
    entries: {
      main: 'main.js',
      'task-process': 'workflows/tasks/child.js',
      'takeover-thread': 'engine/takeover-thread.js',
    },
  },
]

const root = fileURLToPath(new URL('..', import.meta.url))

// Who compiles one package alone has nothing of the others, and starts none of their processes.
for (const join of joins.filter((join) => join.packages.every((name) => existsSync(buildInfoOf(name))))) {
  const folder = `${root}${join.owner}/dist/joined/`
  const stamp = `// Made from ${digestInputs(join)}\n`
  const isCurrent = (file: string) => existsSync(file) && readFileSync(file, 'utf8').endsWith(stamp)
  if (Object.keys(join.entries).every((name) => isCurrent(`${folder}${name}.mjs`))) continue
  mkdirSync(folder, { recursive: true })
  replaceFiles(folder, await joinModules(join, folder), stamp)
}

function buildInfoOf(name: string): string {
  return `${root}${name}/dist/.tsbuildinfo`
}

/** The compiler notes the digest of every source, and its own settings, in its build information. */
function digestInputs({ packages, others }: Join): string {
  const inputs = [
    ...packages.map(buildInfoOf),
    ...['rolldown', ...others].map((name) => findPackageJSON(name, import.meta.url) ?? name),
    fileURLToPath(import.meta.url),
  ]
  const hash = createHash('sha256')
  for (const file of inputs) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** What several entries need, or one needs only later, is in files of its own, so that no process has a module twice. */
async function joinModules({ owner, others, entries }: Join, folder: string): Promise<OutputChunk[]> {
  // 20 MB of native code, which nobody needs while the files are up to date.
  const { rolldown } = await import('rolldown')
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, module]) => [name, `${root}${owner}/dist/${module}`]),
  )
  const plugins = [joinOurs(folder, others)]
  await using bundle = await rolldown({ cwd: root, input, platform: 'node', tsconfig: false, plugins })
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  return output.filter((file) => file.type === 'chunk')
}

function joinOurs(folder: string, others: string[]): Plugin {
  return {
    name: 'join-ours',
    async resolveId(name, importer) {
      // Modules of ours, and the helpers that the joiner itself adds.
      if (importer === undefined || /^(?:\.|@bindery\/|@oxc-project\/runtime\/)/.test(name)) return null
      if (others.includes(name)) return null
      if (!name.startsWith('node:')) await requireSame(this, name, importer, folder)
      return { id: name, external: true }
    },
    /** A module finds the files beside it from where it was. */
    transform: (code, module) =>
      code.replaceAll('import.meta.url', `new URL('${relative(folder, module)}', import.meta.url).href`),
  }
}

/** The joined module imports it from another folder, where another version might be installed, or none. */
async function requireSame(context: PluginContext, name: string, importer: string, folder: string): Promise<void> {
  const [before, after] = await Promise.all(
    [importer, `${folder}importer.mjs`].map((from) => context.resolve(name, from, { skipSelf: true })),
  )
  if (!before || before.id !== after?.id) throw new Error(`"${name}" in ${importer} is ${after?.id} in ${folder}.`)
}

/** A process may be starting from those before: an entry comes whole, and after all that it imports. */
function replaceFiles(folder: string, files: OutputChunk[], stamp: string): void {
  for (const { fileName, code, isEntry } of files.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry))) {
    const unfinished = `${folder}${fileName}.${process.pid}`
    writeFileSync(unfinished, isEntry ? code + stamp : code)
    renameSync(unfinished, `${folder}${fileName}`)
  }
  const current = new Set(files.map(({ fileName }) => fileName))
  for (const name of readdirSync(folder)) if (name.endsWith('.mjs') && !current.has(name)) rmSync(`${folder}${name}`)
}
