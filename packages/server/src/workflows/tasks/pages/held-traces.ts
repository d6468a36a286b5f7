import { type ChunkTraces, readJson } from './chunk-files.ts'

// Of a larger site those are read again that were asked for longest ago.
const mostPagesHeld = 10_000

/** By the files they were read from, which never change; in the order in which they were last asked for. */
const held = new Map<string, ChunkTraces>()
let pages = 0

/** Before a task of another organization: what one has left is held for none but itself. */
export function forgetTraces(): void {
  held.clear()
  pages = 0
}

/** The traces of a chunk: to read those of a whole site takes five times as long as to compare them. */
export async function readHeldTraces(file: string): Promise<ChunkTraces> {
  const traces = held.get(file) ?? ((await readJson(file)) as ChunkTraces)
  letGo(file)
  held.set(file, traces)
  pages += traces.pages.length
  for (const oldest of held.keys()) {
    if (pages <= mostPagesHeld) break
    letGo(oldest)
  }
  return traces
}

function letGo(file: string): void {
  pages -= held.get(file)?.pages.length ?? 0
  held.delete(file)
}
