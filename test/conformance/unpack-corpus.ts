import { execFileSync } from 'node:child_process'
import { access, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Unpacks an archive and finds the folder in it that holds the configuration. */
export async function unpackCorpus(archive: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  const entries = await readdir(folder, { withFileTypes: true })
  for (const root of [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)),
  ]) {
    for (const name of ['docs.json', 'mint.json']) {
      const found = await access(join(root, name)).then(
        () => true,
        () => false,
      )
      if (found) return root
    }
  }
  throw new Error(`${archive} holds no docs.json in its first two levels.`)
}
