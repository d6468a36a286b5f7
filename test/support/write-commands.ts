import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../packages', import.meta.url))

/** A folder for the path with `bindery`, `bindery-server` and `bindery-host` as an installation has them, and `more` by their shell. */
export function writeCommands(folder: string, more: Record<string, string> = {}): string {
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const start = (file: string) => `exec '${process.execPath}' '${join(packages, file)}' "$@"`
  const commands = {
    bindery: start('cli/dist/main.js'),
    'bindery-server': start('server/dist/joined/main.mjs'),
    'bindery-host': start('host/dist/main.js'),
    ...more,
  }
  for (const [name, shell] of Object.entries(commands))
    writeFileSync(join(bin, name), `#!/bin/sh\n${shell}\n`, { mode: 0o755 })
  return bin
}
