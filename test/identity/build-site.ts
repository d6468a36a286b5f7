import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { type Digests, hashFiles } from './hash-files.ts'

const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')

interface BuildOptions {
  processes: number
  env?: Record<string, string>
}

/** Builds a docs folder with `bindery build`; returns the digests of its files. */
export async function buildSite(root: string, out: string, { processes, env }: BuildOptions): Promise<Digests> {
  const args = ['build', root, '--assets', 'link', '--out', out, '--processes', String(processes), '--json']
  execFileSync(process.execPath, [command, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return hashFiles(out)
}
