import type { GitRepository, TreeEntry } from './git-repository.ts'

/** What stands outside and must stay as it is. */
export interface Outside {
  /** A file whose content must turn up in no result. */
  canaryFile: string
  /** A folder in which nothing may appear, change or vanish. */
  sentinel: string
  /** An address on this machine that nobody may connect to, `http://127.0.0.1:port`. */
  trapUrl: string
}

export interface HostileRepository {
  name: string
  /** Ends the sentence "It must not …". */
  mustNot: string
  build: (repository: GitRepository, outside: Outside) => void
}

/** A small sound site, so that an export has something to do, and the trick beside it. */
export function commitBeside(repository: GitRepository, entries: readonly TreeEntry[], sorted = true): void {
  const site = repository.files({
    'docs.json': '{"name":"Site","navigation":{"pages":["index"]}}',
    'index.mdx': '# Index',
  })
  const taken = new Set(entries.map(({ name }) => name.toString()))
  repository.commit(repository.tree([...site.filter(({ name }) => !taken.has(name.toString())), ...entries], sorted))
}

export function file(repository: GitRepository, name: string | Buffer, body: string | Buffer): TreeEntry {
  return { mode: '100644', name, object: repository.blob(body) }
}

export function program(repository: GitRepository, name: string, body: string): TreeEntry {
  return { mode: '100755', name, object: repository.blob(body) }
}

export function link(repository: GitRepository, name: string, target: string): TreeEntry {
  return { mode: '120000', name, object: repository.blob(target) }
}

export function folder(repository: GitRepository, name: string | Buffer, entries: readonly TreeEntry[]): TreeEntry {
  return { mode: '40000', name, object: repository.tree(entries) }
}

/** A script that would leave a mark in the sentinel folder. */
export function marking({ sentinel }: Outside): string {
  return `#!/bin/sh\ntouch '${sentinel}/owned'\n`
}
