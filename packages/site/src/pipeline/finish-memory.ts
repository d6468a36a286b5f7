import { hash } from 'node:crypto'
import type { SameFile } from '../model/site-file.ts'
import { type KnownEntries, type LlmsMemory, readEntries } from '../outputs/feeds/render-llms.ts'
import { llmsFullPath } from '../outputs/render-machine-files.ts'

/** What files of a site were made of that all pages share, for the edition after it. Plain data. */
export interface FinishMemory {
  /** Those that follow from the plan, and from which pages failed. */
  planned: { digest: string; paths: string[] }
  llms: LlmsMemory
}

/** An earlier edition of the site, made by the same renderer. */
export interface EarlierEdition {
  memory?: FinishMemory | undefined
  /** The SHA-256 of a file that it has. */
  digest(path: string): string | undefined
  read(path: string): Promise<Uint8Array | undefined>
}

/** Undefined where the build has no digest of what surrounds its pages. */
export function digestPlanned(surroundings: string | undefined, failed: ReadonlySet<string>): string | undefined {
  return surroundings && hash('sha256', JSON.stringify([surroundings, [...failed].sort()]))
}

/** The files that follow from the plan, if they are as they were. */
export function findPlanned(digest: string | undefined, earlier: EarlierEdition | undefined): SameFile[] | undefined {
  const { planned } = earlier?.memory ?? {}
  if (digest === undefined || planned?.digest !== digest || !planned.paths.every((path) => earlier?.digest(path)))
    return
  return planned.paths.map((path) => ({ path, isSame: true }))
}

export async function findEntries(earlier: EarlierEdition | undefined): Promise<KnownEntries | undefined> {
  const bytes = earlier?.memory && (await earlier.read(llmsFullPath))
  return bytes && earlier?.memory && readEntries(Buffer.from(bytes).toString(), earlier.memory.llms)
}
