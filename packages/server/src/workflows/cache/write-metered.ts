import { writeFile } from 'node:fs/promises'
import { diskBytes } from './disk-size.ts'
import type { Meter } from './meter.ts'

/** Writes a file once there is room for it. */
export async function writeMetered(file: string, content: string | Uint8Array, meter: Meter): Promise<void> {
  // A text is turned into bytes once: its characters say nothing of the room it takes.
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  await meter.add(diskBytes(bytes.length))
  await writeFile(file, bytes)
}
