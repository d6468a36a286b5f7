import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Measured, measureProcess } from './measure-process.ts'

const command = resolve(import.meta.dirname, '../../../packages/cli/dist/main.js')

/** From nothing, as an author's first build. */
export async function buildCold(root: string, out: string): Promise<Measured> {
  await rm(out, { recursive: true, force: true })
  return measureProcess(process.execPath, [command, 'build', root, '--assets', 'link', '--out', out, '--json'], {
    cwd: root,
  })
}

/** Seconds of the last of three builds by the same processes. */
export async function buildWarm(root: string, out: string): Promise<number> {
  const args = [command, 'build', root, '--assets', 'link', '--out', out, '--json', '--repeat', '3']
  const { stderr } = await measureProcess(process.execPath, args, { cwd: root })
  const rounds = [...stderr.matchAll(/took ([\d.]+) s/g)]
  return Number(rounds.at(-1)?.[1])
}
