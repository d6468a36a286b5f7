import { encodePath } from '@bindery/bundle'
import type { GitHostKind } from './git-host.ts'
import { recognizeHost } from './locate-api.ts'

interface Source {
  /** Null: told by the host of the repository. */
  kind: GitHostKind | null
  /** As git clones it. */
  repository: string
  commit: string
}

/** Each shows the text itself where it would render the page. */
const formats: Readonly<Record<GitHostKind, (commit: string, path: string) => string>> = {
  github: (commit, path) => `blob/${commit}/${path}?plain=1`,
  gitlab: (commit, path) => `-/blob/${commit}/${path}?plain=1`,
  gitea: (commit, path) => `src/commit/${commit}/${path}?display=source`,
}

/** Where the git host shows a line of a file in a commit; undefined for a host of another kind. */
export function locateLine(
  { kind, repository, commit }: Source,
  path: string,
  line: number | null,
): string | undefined {
  const url = URL.parse(repository)
  if (!url || !/^https?:$/.test(url.protocol) || !/^[0-9a-f]{40}$/.test(commit)) return undefined
  const host = recognizeHost(kind, url.hostname)
  if (!host) return undefined
  const home = `${url.origin}${url.pathname.replace(/\/$/, '').replace(/\.git$/, '')}`
  return `${home}/${formats[host](commit, encodePath(path))}${line === null ? '' : `#L${line}`}`
}
