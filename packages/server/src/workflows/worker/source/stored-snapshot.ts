import { hash } from 'node:crypto'
import type { StoredObject } from '../stored-object.ts'

/** A source in the bucket: a list over packs, or an archive for agent jobs. */
export interface StoredSnapshot extends StoredObject {
  /** Of a list: digest of its paths and what lies at them. */
  files?: string | undefined
  /** The same of the source that it was compared with: a host that has its files links those that are the same. */
  base?: string | undefined
}

/** Of one project alone: ids of git are made of SHA-1, and nobody meets what another made to have the same. */
export function sourceEntry(prefix: string, files: string): string {
  return `source-${hash('sha256', `${prefix}\n${files}`)}`
}
