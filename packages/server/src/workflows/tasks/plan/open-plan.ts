import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { AskParent, SitePlan } from '@bindery/site'
import { makeFolder } from '../make-folder.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { writePlanFiles } from './plan-files.ts'

/** Unpacks a stored plan into a new folder. */
export async function openPlan({ packed, folder }: { packed: string; folder: string }, ask: AskParent): Promise<void> {
  using meter = createRemoteMeter(ask)
  await makeFolder(folder)
  const json = gunzipSync(await readFile(packed))
  await writePlanFiles(folder, json, JSON.parse(json.toString()) as SitePlan, meter)
}
