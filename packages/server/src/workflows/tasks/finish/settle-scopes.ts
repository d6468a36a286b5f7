import type { FinishMemory } from '@bindery/site'

/** Names of the packs whose pages stand in a scope of the search, in their order, by scope. */
export type ScopePacks = Record<string, string[]>

/** What the search of a bundle was made of, and by which renderer. */
export interface SearchedPacks {
  renderer: string
  scopes: ScopePacks
  memory?: FinishMemory | undefined
}

/** What stands in a scope. */
interface Scoped {
  scope: string
}

/** Of which packs each scope is made. A pack's name is made of the digests of what it holds: only packs that are new are read. */
export async function listPackScopes(
  packs: readonly string[],
  before: ScopePacks,
  readSearch: (at: number) => Promise<readonly Scoped[]>,
): Promise<ScopePacks> {
  const known = new Map<string, string[]>()
  for (const [scope, names] of Object.entries(before)) {
    for (const name of names) known.set(name, [...(known.get(name) ?? []), scope])
  }
  const scopes = createScopes()
  for (const [at, name] of packs.entries()) scopes.add(name, known.get(name) ?? listScopes(await readSearch(at)))
  return scopes.list()
}

/** The scopes that are made of the same packs as before, so that their index is as it was. */
export function settleScopes(now: ScopePacks, before: ScopePacks): Set<string> {
  const isSame = ([scope, names]: [string, string[]]) => names.join() === before[scope]?.join()
  return new Set(
    Object.entries(now)
      .filter(isSame)
      .map(([scope]) => scope),
  )
}

export function listScopes(search: readonly Scoped[]): string[] {
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
