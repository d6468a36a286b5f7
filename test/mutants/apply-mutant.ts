import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** Changes the file in a copy; disposing of the result puts it back. */
export async function applyMutant(copy: string, mutant: Mutant): Promise<AsyncDisposable> {
  const path = join(copy, mutant.file)
  const source = await readFile(path, 'utf8')
  await writeFile(
    path,
    source.replace(mutant.find, () => mutant.replace),
  )
  return { [Symbol.asyncDispose]: () => writeFile(path, source) }
}

/** What no longer fits the tree, a sentence for each mutant. It costs nothing, so a sample looks at all of them. */
export async function findStale(tree: string, mutants: Mutant[]): Promise<string[]> {
  const faults = await Promise.all(mutants.map((mutant) => findFault(tree, mutant)))
  return faults.filter((fault) => fault !== undefined)
}

async function findFault(tree: string, { name, file, find, replace, test }: Mutant): Promise<string | undefined> {
  const [source, tests] = await Promise.all([readText(tree, file), readText(tree, test.file)])
  const times = source.split(find).length - 1
  if (times !== 1)
    return `${name}: its text stands ${times} times in ${file}, not once. Change the mutant with the code.`
  if (find === replace) return `${name} changes nothing.`
  if (!tests.includes(test.name)) return `${name}: there is no test "${test.name}" in ${test.file}.`
}

async function readText(tree: string, file: string): Promise<string> {
  return readFile(join(tree, file), 'utf8').catch(() => '')
}
