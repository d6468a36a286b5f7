import type { SitePart } from '@bindery/site'

/** Names of the packs whose pages stand in a scope of the search, in their order, by scope. */
export type ScopePacks = Record<string, string[]>

/** What the search of a bundle was made of, and by which renderer. */
export interface SearchedPacks {
  renderer: string
  scopes: ScopePacks
}

/**
 * The scopes of the search that are made of the same packs as before, so that their index is as it was. A pack's name is
 * made of the digests of what it holds: only packs that are new are read.
 */
export async function settleScopes(
  packs: readonly string[],
  before: ScopePacks,
  readPart: (at: number) => Promise<SitePart>,
): Promise<Set<string>> {
  const known = new Map<string, string[]>()
  for (const [scope, names] of Object.entries(before)) {
    for (const name of names) known.set(name, [...(known.get(name) ?? []), scope])
  }
  const scopes = createScopes()
  for (const [at, name] of packs.entries()) scopes.add(name, known.get(name) ?? listScopes(await readPart(at)))
  const isSame = ([scope, names]: [string, string[]]) => names.join() === before[scope]?.join()
  return new Set(
    Object.entries(scopes.list())
      .filter(isSame)
      .map(([scope]) => scope),
  )
}

export function listScopes({ search }: SitePart): string[] {
  return search.map(({ scope }) => scope)
}

/** Collects which packs each scope is made of. */
export function createScopes() {
  const scopes = new Map<string, string[]>()
  return {
    add(pack: string, own: readonly string[]): void {
      for (const scope of own) scopes.set(scope, [...(scopes.get(scope) ?? []), pack])
    },
    list: (): ScopePacks => Object.fromEntries(scopes),
  }
}
