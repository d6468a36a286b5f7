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

export interface WarmBuild {
  /** Of the last of three builds by the same processes. */
  seconds: number
  /** Of the second and the third, on average: what three took more than one from nothing. */
  cpuSeconds: number
}

export async function buildWarm(root: string, out: string, cold: Measured): Promise<WarmBuild> {
  const args = [command, 'build', root, '--assets', 'link', '--out', out, '--json', '--repeat', '3']
  const { stderr, cpuSeconds } = await measureProcess(process.execPath, args, { cwd: root })
  const rounds = [...stderr.matchAll(/took ([\d.]+) s/g)]
  return { seconds: Number(rounds.at(-1)?.[1]), cpuSeconds: (cpuSeconds - cold.cpuSeconds) / 2 }
}
