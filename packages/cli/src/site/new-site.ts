import { cp, mkdir, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../errors.ts'

const template = fileURLToPath(new URL('../../template', import.meta.url))

/** `bindery new [DIR]` */
export async function writeNewSite(dir: string): Promise<void> {
  const folder = resolve(dir)
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  // Many begin with `git init`.
  if (names.some((name) => name !== '.git')) {
    throw new UsageError(`${dir} is not empty. Name a new folder: bindery new my-docs`)
  }
  await cp(template, folder, { recursive: true })
  const argument = dir === '.' ? '' : ` ${dir}`
  process.stdout.write(`A new site is in ${dir}. Next:\n  bindery dev${argument}\n  bindery check${argument}\n`)
}
