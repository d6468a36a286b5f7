import { randomBytes } from 'node:crypto'

const prefixes = { organization: 'org', project: 'prj', key: 'key', export: 'se', edit: 'ed', person: 'usr' } as const

/** 64 random bits: an identifier, never a secret. */
export function makeId(kind: keyof typeof prefixes): string {
  return `${prefixes[kind]}_${randomBytes(8).toString('hex')}`
}
