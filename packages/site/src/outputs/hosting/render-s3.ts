import type { Move } from '@bindery/bundle'
import { encode, headOf, isExact, isFolder, isOutside, mayReturn } from '../../plan/redirects/read-moves.ts'
import { fillTarget } from './fill-target.ts'
import type { Folder } from './list-folders.ts'

// S3 takes no more of them for a bucket.
const mostRules = 50

/**
 * What the website mode of S3 needs beside the files: folders that moved, as rules of the bucket, and addresses that
 * moved, as objects that lead on. Other patterns cannot be said there.
 */
export function renderS3(moves: Move[], folders: Folder[]): string {
  const moved = moves.filter((move) => isFolderOnly(move)).slice(0, mostRules)
  const website = {
    IndexDocument: { Suffix: 'index.html' },
    ErrorDocument: { Key: '404.html' },
    ...(moved.length > 0 && { RoutingRules: moved.map(renderRule) }),
  }
  const leading = [
    ...folders.flatMap(renderFolder),
    ...moved.flatMap(renderObjects).filter(({ key }) => !key.endsWith('/index.html')),
    ...moves.filter(isExact).flatMap(renderObjects),
  ]
  // The last one counts: an address that moved goes before what stands there.
  const places = Object.fromEntries(leading.map(({ key, location }) => [key, location]))
  const redirects = Object.entries(places).map(([key, location]) => ({ key, location }))
  return `${JSON.stringify({ website, redirects })}\n`
}

/** All that is in a folder. How S3 writes other signs than these into the new address is not laid down. */
function isFolderOnly(move: Move): boolean {
  const { parts, target } = move
  const isWhole = isFolder(move) || (parts.length === 2 && parts[1] === 'rest' && target.length === 1)
  return isWhole && !mayReturn(move) && [headOf(move), target[0]].every((text) => /^[\w/.:-]+$/.test(String(text)))
}

function renderRule(move: Move) {
  const [, protocol, host, path = ''] = /^(?:(https?):\/\/([^/]+))?\/?(.*)$/.exec(String(move.target[0])) ?? []
  return {
    Condition: { KeyPrefixEquals: `${headOf(move).slice(1)}/` },
    Redirect: {
      ...(isOutside(move) && { Protocol: protocol, HostName: host }),
      [isFolder(move) ? 'ReplaceKeyPrefixWith' : 'ReplaceKeyWith']: path,
      HttpRedirectCode: String(move.status),
    },
  }
}

interface Leading {
  key: string
  location: string
}

/** With a slash S3 looks for the folder's first page. */
function renderObjects(move: Move): Leading[] {
  const key = headOf(move).slice(1)
  const location = fillTarget(move, { base: '', query: '', part: () => '' })
  return key === ''
    ? [{ key: 'index.html', location }]
    : ['', '/index.html'].map((end) => ({ key: `${key}${end}`, location }))
}

/** Left to itself, S3 would move it for a time only, or show the first page where its links lead astray. */
function renderFolder({ path, isAlone }: Folder): Leading[] {
  return path === '' || !isAlone ? [] : [{ key: path, location: `/${encode(path)}/` }]
}
