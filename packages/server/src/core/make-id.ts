import { randomBytes } from 'node:crypto'
import { type IdKind, idPrefixes } from '@bindery/contract'

/** 64 random bits: an identifier, never a secret. */
export function makeId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${randomBytes(8).toString('hex')}`
}
