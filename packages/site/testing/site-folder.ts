import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A docs folder for one test, gone at its end: `await using folder = await makeFolder({...})`. */
export async function makeFolder(files: Record<string, string | object>): Promise<{ root: string } & AsyncDisposable> {
  const root = await mkdtemp(join(tmpdir(), 'bindery-test-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}

/** A page with a title and a body. */
export function page(title: string, body = '', front = ''): string {
  return `---\ntitle: "${title}"\n${front}---\n\n${body}\n`
}
