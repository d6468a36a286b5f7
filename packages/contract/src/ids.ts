/** What an id begins with, by what it names. The rest are 64 random bits. */
export const idPrefixes = {
  organization: 'org',
  project: 'prj',
  key: 'key',
  export: 'se',
  agentJob: 'aj',
  person: 'usr',
  hostKey: 'hk',
} as const

export type IdKind = keyof typeof idPrefixes

export function idForm(kind: IdKind): RegExp {
  return new RegExp(`^${idPrefixes[kind]}_[0-9a-f]{16}$`)
}

/** Where a list goes on: a time and an id. */
export function cursorForm(kind: IdKind): RegExp {
  return new RegExp(`^\\d{1,14}\\.${idPrefixes[kind]}_[0-9a-f]{16}$`)
}
