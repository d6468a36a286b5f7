import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Block, Page } from '../read-pages.ts'
import { type GuideWorld, placesOfPages } from './open-world.ts'

export interface Guide {
  /** What a reader has done or been told before. */
  before?: string
  /** What the page tells in words. */
  after?: string
  /** Names of this page alone. */
  names?: Record<string, string>
}

export interface Followed {
  /** Lines of the blocks that ran. */
  lines: number[]
  failed?: string
}

/** Runs the blocks of a page in one shell, in order, with the names of a real service; files that it shows are written. */
export async function followGuide(
  page: Page,
  { before = '', after = '', names = {} }: Guide,
  world: GuideWorld,
): Promise<Followed> {
  using place = world.openFolder()
  const blocks = page.blocks.filter((block) => block.notRun === undefined && (isShell(block) || isFile(block)))
  const rename = (text: string) => renameAll(text, place.folder, { ...names, ...world.names })
  const script = [
    'set -euo pipefail',
    "trap 'kill $(jobs -p) 2>/dev/null || :' EXIT",
    before,
    ...blocks.map(
      (block, at) => `echo block:${at} >&3\ncd '${place.folder}'\n${toScript(block, rename, place.folder, world)}`,
    ),
    `echo block:${blocks.length} >&3`,
    after,
    'echo block:end >&3',
  ].join('\n')
  const { reached, errors } = await runScript(script, place.folder, place.env)
  if (reached === 'end') return { lines: blocks.map(({ line }) => line) }
  const at = Number(reached)
  return {
    lines: blocks.slice(0, at).map(({ line }) => line),
    failed: `${page.path}:${blocks[at]?.line ?? ' after its blocks'}: ${errors.trim().split('\n').slice(-4).join(' ')}`,
  }
}

const isShell = ({ language }: Block) => language === 'sh'
const isFile = ({ title }: Block) => /^[/\w.-]+\.(?:ya?ml|json|sh)$/.test(title)

function toScript(block: Block, rename: (text: string) => string, folder: string, world: GuideWorld): string {
  if (!isFile(block)) return startServers(rename(block.text), world)
  const file = join(folder, rename(block.title).replace(folder, ''))
  mkdirSync(dirname(file), { recursive: true })
  // Written when its turn comes: a page may show one file twice.
  const text = `${file}.${block.line}`
  writeFileSync(text, rename(block.text))
  return `cp '${text}' '${file}'`
}

/** A server goes on beside the commands after it, once it is ready; the one before it ends. */
function startServers(text: string, { ports }: GuideWorld): string {
  const wait = `for _ in $(seq 300); do curl -sf http://127.0.0.1:${ports.internal}/readyz >&2 && break; sleep 0.1; done`
  const see = `for _ in $(seq 300); do curl -s -o /dev/null http://127.0.0.1:${ports.look}/ && break; sleep 0.1; done`
  const stop = 'kill $(jobs -p) 2>/dev/null && wait || :'
  return text
    .replace(/^bindery-host .*$/gm, `${stop}\n$& >&2 &\n${wait}\ncurl -sf http://127.0.0.1:${ports.internal}/readyz`)
    .replace(/^bindery serve .*$/gm, `$& >&2 &\n${see}`)
}

function renameAll(text: string, folder: string, names: Record<string, string>): string {
  let renamed = text
  for (const place of placesOfPages) renamed = renamed.replaceAll(place, `${folder}${place}`)
  for (const [name, own] of Object.entries(names)) renamed = renamed.replaceAll(name, own)
  return renamed
}

function runScript(script: string, cwd: string, env: Record<string, string>) {
  return new Promise<{ reached: string; errors: string }>((resolve) => {
    const child = spawn('timeout', ['300', 'bash', '-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    const read = { reached: '0', errors: '' }
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      read.reached = /block:(\w+)\s*$/.exec(chunk.toString())?.[1] ?? read.reached
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        read.errors = (read.errors + chunk).slice(-4000)
      })
    child.once('close', () => resolve(read))
  })
}
