import { rename, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './load.ts'

export interface Swapping {
  url: string
  internalUrl: string
  /** Writes the configuration that asks for this version. */
  ask(version: string): Promise<void>
  paths: string
}

/** Swaps two versions while wrk and a careful reader ask; counts answers that failed or were of two versions. */
export async function swapUnderLoad({ url, internalUrl, ask, paths }: Swapping, swaps: number): Promise<number> {
  const ended = new AbortController()
  const reader = readPairs(url, ended.signal)
  const loading = loadOn(url, paths, ended.signal)
  try {
    for (let swap = 1; swap <= swaps; swap++) {
      const version = swap % 2 === 0 ? 'a' : 'b'
      await ask(version)
      await waitForVersion(internalUrl, version)
    }
  } finally {
    ended.abort()
    await Promise.allSettled([reader, loading])
  }
  const failed = await loading
  const { pairs, wrong } = await reader
  console.log(
    `${swaps} swaps: ${failed} requests of wrk failed, ${wrong} of ${pairs} pages with their asset were wrong`,
  )
  return failed + wrong
}

async function loadOn(url: string, paths: string, ended: AbortSignal): Promise<number> {
  let failed = 0
  while (!ended.aborted) failed += (await load(url, 2, paths)).failed
  return failed
}

/** A page and then the asset that it names: both of one version, whichever it was. */
async function readPairs(url: string, ended: AbortSignal): Promise<{ pairs: number; wrong: number }> {
  let pairs = 0
  let wrong = 0
  for (; !ended.aborted; pairs++) {
    const page = await fetch(`${url}/mark`).catch(() => undefined)
    const [version, asset] = (await page?.text())?.split(' ') ?? []
    const style = await fetch(`${url}/${asset}`).catch(() => undefined)
    if ((await style?.text()) !== `/* ${version} */`) wrong++
  }
  return { pairs, wrong }
}

async function waitForVersion(internalUrl: string, version: string): Promise<void> {
  for (let left = 1200; left > 0; left--) {
    const answer = await fetch(`${internalUrl}/readyz`)
    const told = (await answer.json()) as { version?: string; problem?: { message: string } }
    if (told.version === version) return
    if (told.problem) throw new Error(told.problem.message)
    await wait(50)
  }
  throw new Error(`Version ${version} was not served within a minute.`)
}

/** As a whole, like a volume of Kubernetes: a reader never sees half of it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.next`, text)
  await rename(`${path}.next`, path)
}
