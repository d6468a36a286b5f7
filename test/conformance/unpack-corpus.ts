import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const shared = resolve(import.meta.dirname, '../../../shared')

/** The folder of archives that was asked for, else the one beside this repository if it is there. */
export function findCorpora(asked: string | undefined, name = 'corpora'): string | undefined {
  if (asked !== undefined) return asked
  const beside = join(shared, name)
  return existsSync(beside) ? beside : undefined
}

/** Unpacks an archive and finds the folder in it that holds the configuration. */
export async function unpackCorpus(archive: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  const entries = await readdir(folder, { withFileTypes: true })
  const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  const root = [folder, ...inner].find((one) => ['docs.json', 'mint.json'].some((name) => existsSync(join(one, name))))
  if (root === undefined) throw new Error(`${archive} holds no docs.json in its first two levels.`)
  return root
}
