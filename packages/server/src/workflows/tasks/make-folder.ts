import { mkdir, rm } from 'node:fs/promises'

/** An empty one, whatever an attempt left there whose process has ended. */
export async function makeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
}
