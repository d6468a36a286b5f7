import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Files by path; data is written as JSON. */
export type SiteFiles = Record<string, unknown>

export async function writeSite(root: string, files: SiteFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, isPlain(content) ? content : JSON.stringify(content))
  }
}

function isPlain(content: unknown): content is string | Uint8Array {
  return typeof content === 'string' || content instanceof Uint8Array
}

export async function writeLink(root: string, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await symlink(target, join(root, path))
}
