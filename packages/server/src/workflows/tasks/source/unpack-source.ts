import type { AskParent } from '@bindery/site'
import { createRemoteMeter } from '../remote-meter.ts'
import { unpackSnapshot } from './snapshot-archive.ts'

export async function unpackSource(
  { archive, folder }: { archive: string; folder: string },
  ask: AskParent,
): Promise<void> {
  using meter = createRemoteMeter(ask)
  await unpackSnapshot(archive, folder, meter)
}
