import { join } from 'node:path'
import { type FetchedSpecs, gatherSpecs } from '@bindery/site/parent'
import { createAskForSpec } from '../../../outbound/ask-for-spec.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { createMeter } from '../../cache/meter.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { metered } from './metered-ask.ts'

interface RemoteSpecsRequest {
  urls: readonly string[]
  /** Takes what is fetched. */
  scratch: Scratch
  signal: AbortSignal
}

/** Fetches what the docs folder names on other hosts; undefined when that is nothing. */
export async function fetchRemoteSpecs(
  context: WorkerContext,
  { urls, scratch, signal }: RemoteSpecsRequest,
): Promise<FetchedSpecs | undefined> {
  if (urls.length === 0) return undefined
  using meter = createMeter(scratch.room, signal)
  const room = metered(createAskForSpec(context.git), meter)
  const fetched = await gatherSpecs(urls, { ask: room.ask, folder: join(scratch.folder, 'specs'), signal })
  room.throwIfFull()
  return fetched
}
