import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { openExportBench } from '../../../testing/workflows/export-bench.ts'
import { type HistoryWorld, runExportHistory } from '../../../testing/workflows/export-history.ts'
import { WorkerPair } from '../../../testing/workflows/worker-pair.ts'

// `BINDERY_EXPORT_HISTORIES=200 npx vitest run export-histories` is the full size, and a part of `npm run proof`.
const histories = Number(process.env.BINDERY_EXPORT_HISTORIES ?? 10)
const firstSeed = Number(process.env.BINDERY_EXPORT_HISTORY ?? 0)
/** Histories at a time, so that exports of several projects alternate in one worker. */
const width = 2

vi.setConfig({ testTimeout: histories * 120_000 })

let world: HistoryWorld
let gitServer: GitServer
let pictureServer: Server

beforeAll(async () => {
  const bench = await openExportBench()
  const root = join(bench.folder, 'repositories')
  await mkdir(root)
  gitServer = await startGitServer({ root })
  const files = new Map<string, string>()
  pictureServer = createServer(({ url = '' }, response) => {
    const picture = files.get(url)
    response.writeHead(picture === undefined ? 404 : 200, { 'content-type': 'image/svg+xml' }).end(picture)
  })
  await once(pictureServer.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(pictureServer.address() as AddressInfo).port}`
  const workers = new WorkerPair(bench, [gitServer.origin, origin])
  await workers.start()
  await workers.start()
  world = { bench, workers, git: { origin: gitServer.origin, root }, pictures: { origin, files } }
})

afterAll(async () => {
  await world.workers.stop()
  await world.bench.close()
  await gitServer[Symbol.asyncDispose]()
  pictureServer.close()
})

test('an export that reuses pages equals a fresh one after all kinds of changes and killed workers', async () => {
  const seeds = Array.from({ length: histories }, (_, n) => firstSeed + n).values()
  const faults: string[] = []
  const runSome = async () => {
    for (const seed of seeds) if (faults.length === 0) faults.push(...(await runExportHistory(world, seed)))
  }
  await Promise.all(Array.from({ length: width }, runSome))
  expect(faults).toEqual([])
})
