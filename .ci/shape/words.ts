import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './sources.ts'

/** Words that only we used, and the ordinary one. */
const ordinary: Record<string, string> = {
  draw: 'render',
  draws: 'renders',
  drawn: 'rendered',
  drawing: 'rendering',
  desk: 'page handler, tool context',
  shelf: 'site versions, page cache, registry: what it is',
  wish: 'desired',
  wished: 'desired',
  wanted: 'desired',
  keep: 'reuse, store, upload, build, clean up: what it does',
  keeps: 'as keep',
  kept: 'as keep',
  keeper: 'as keep',
  house: 'maintenance',
  hands: 'editor steps',
  judge: 'verify',
  judged: 'verified',
  court: 'verifier',
  machines: 'outputs',
  mend: 'fix',
  mended: 'fixed',
  tell: 'report, format, log',
  tells: 'reports',
  told: 'reported',
  say: 'report, format, log',
  says: 'reports',
  said: 'reported',
  stranger: 'anonymous, another tenant',
  somebody: 'anonymous, another tenant',
  nobody: 'none',
}

/** Names of Node's, the web's and our stored data. */
const allowed = new Set([
  'keepAlive',
  'keepAliveMs',
  'keepAliveTimeout',
  'keepAliveMsecs',
  'keepaliveTimeout',
  // A setting of the host's configuration file.
  'keepEarlierSeconds',
])

export interface OddWord {
  place: string
  name: string
  instead: string
}

export function findOddNames(sources: readonly Source[]): OddWord[] {
  return sources.flatMap(({ path, names }) => [
    ...checkPath(path),
    ...names.flatMap(({ name, line }) => check(name, `${path}:${line}`)),
  ])
}

function checkPath(path: string): OddWord[] {
  const parts = path
    .replace(/\.tsx?$/, '')
    .split('/')
    .slice(3)
  return parts.flatMap((part) => check(part, path))
}

function check(name: string, place: string): OddWord[] {
  if (allowed.has(name)) return []
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
  const odd = words.find((word) => Object.hasOwn(ordinary, word))
  return odd ? [{ place, name, instead: ordinary[odd] as string }] : []
}

/** In pages and sentences for users. */
const phrases = [
  /\bmend(s|ed|ing)?\b/i,
  /\bis told\b/i,
  /\btold (at|by|of)\b/i,
  /\bby night\b/i,
  /\bslips? of the pen\b/i,
  /\bnothing of a tenant's\b/i,
  /\bwhoever\b/i,
  /\bshall\b/i,
  /\bbelong together\b/i,
  /\bstrangers?\b/i,
  /\bcomes by it\b/i,
  /\bchange your mind\b/i,
]

/** Lines of prose with a phrase that readers stumbled over. */
export function findOddPhrases(root: string, files: readonly string[]): OddWord[] {
  return files.flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    return lines.flatMap((line, i) => {
      const found = phrases.map((phrase) => phrase.exec(line)?.[0]).find(Boolean)
      return found ? [{ place: `${path}:${i + 1}`, name: found, instead: 'plain modern English' }] : []
    })
  })
}
