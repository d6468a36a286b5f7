/**
 * `npm run build` runs this after the compiler: joins the 280 modules of ours that a render process loads into one file, since
 * finding and reading each of them took half of its start. Packages of others stay outside, so that an update of one needs no
 * release of ours. Nothing is done while the compiler has written nothing new.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('..', import.meta.url))
const entry = `${packages}site/dist/build/pool/child.js`
/** Beside the entry, so that what it finds by its own address is found; under a name that the compiler never writes. */
const joined = `${packages}site/dist/build/pool/render-process.mjs`

const stamp = `// Made from ${digestInputs()}\n`
if (!existsSync(joined) || !readFileSync(joined, 'utf8').startsWith(stamp)) await writeJoined()

/** The compiler notes the digest of every source, and its own settings, in its build information. */
function digestInputs(): string {
  const inputs = [
    `${packages}bundle/dist/.tsbuildinfo`,
    `${packages}site/dist/.tsbuildinfo`,
    createRequire(import.meta.url).resolve('rolldown/package.json'),
    fileURLToPath(import.meta.url),
  ]
  const hash = createHash('sha256')
  for (const file of inputs) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

async function writeJoined(): Promise<void> {
  const code = await join()
  // Under another name until it is whole: a process may be starting from the one before.
  const unfinished = `${joined}.${process.pid}`
  writeFileSync(unfinished, stamp + code)
  renameSync(unfinished, joined)
}

async function join(): Promise<string> {
  // 20 MB of native code, which nobody needs while the file is up to date.
  const { rolldown } = await import('rolldown')
  await using bundle = await rolldown({ input: entry, platform: 'node', tsconfig: false, external: isOutside })
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
  return output[0].code
}

/** By the name in an import: all but modules of ours, and the helpers that the joiner itself adds. */
function isOutside(name: string, importer: string | undefined, isResolved: boolean): boolean {
  if (importer === undefined || isResolved) return false
  return !/^(?:\.|@bindery\/|@oxc-project\/runtime\/)/.test(name)
}
