import type { ServerResponse } from 'node:http'
import type { ResourcesSize } from '../sizes.ts'
import type { PackedRepository } from './commit-files.ts'

/** What a host sends, in place of what it should. */
export interface HostileAnswers {
  /** To the first question, for what it can do; the usual answer unless given. */
  advertise?: Send
  /** For its refs. */
  listRefs?: Send
  /** For the objects of a commit. */
  sendPack?: Send
}

export type Send = (response: ServerResponse) => void | Promise<void>

export interface HostileSource {
  name: string
  /** Ends the sentence "It must not …". */
  mustNot: string
  /** With which code its job may end. */
  endsWith: RegExp
  build(size: ResourcesSize): HostileAnswers | PackedRepository
}
