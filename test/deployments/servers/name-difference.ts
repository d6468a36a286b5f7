import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from './choose-addresses.ts'
import type { Answer, Mount, Server } from './server.ts'

/** What a server cannot do, in the words of the guide, where an answer differs in just this way; else undefined. */
export type NameDifference = (address: Address, host: Answer, got: Answer) => string | undefined

export async function readLimits(server: Server, mount: Mount): Promise<NameDifference> {
  const ofServer = await readOwnLimits(server, mount)
  return (address, host, got) => nameOfExtension(address, host, got) ?? ofServer(address, host, got)
}

const nameOfExtension: NameDifference = ({ path }, host, got) => {
  const clean = decodeURIComponent(path).replace(/\.html$/, '')
  const isShortened = path.endsWith('.html') && host.status === 301 && host.location?.endsWith(clean)
  return isShortened && got.status === 200 ? 'only the host leads an address with .html to the one without' : undefined
}

async function readOwnLimits(server: Server, mount: Mount): Promise<NameDifference> {
  if (server.name === 's3') return nameOfS3(await readLeftOut(mount))
  if (server.name === 'cloudfront') return nameOfCloudFront
  return () => undefined
}

function nameOfS3({ patterns, folders, answersByFiles }: LeftOut): NameDifference {
  return ({ path }, host, got) => {
    const [address = '', query] = path.split('?')
    const bare = (location = '') => location.replace(/\?[^#]*/, '')
    if (host.location === undefined) return undefined
    if (patterns.some((pattern) => pattern.test(address)) && answersByFiles(address, got))
      return 'S3 moves no address by a pattern other than a folder'
    if (bare(host.location) === bare(got.location)) {
      if (query !== undefined && host.status === got.status) return 'S3 forgets the query when it moves an address'
      if (host.status === 302 && got.status === 301) return 'S3 moves a single address for good'
    }
    if (folders.some((folder) => decodeURIComponent(address).startsWith(`/${folder}`))) {
      if (got.status !== 404 && host.location === got.location?.replace(/\/$/, ''))
        return 'S3 keeps the slash in a moved folder'
      if (got.status === 301 || got.status === 302) return 'S3 moves a folder before the addresses in it'
    }
    return address.endsWith('/') && got.status === 404 ? 'S3 knows no page with a slash at its end' : undefined
  }
}

const nameOfCloudFront: NameDifference = ({ path }, host, got) => {
  const leads = got.location !== undefined && path.replace(/\?.*/, '').endsWith('/')
  return host.status === 404 && leads ? 'CloudFront leads an unknown address to the one without a slash' : undefined
}

interface LeftOut {
  patterns: RegExp[]
  folders: string[]
  /** Whether an answer is that of somebody who knows of no moves. */
  answersByFiles(address: string, got: Answer): boolean
}

/** Patterns that are in the table of moves, and folders that are among the rules for S3. */
async function readLeftOut({ folder }: Mount): Promise<LeftOut> {
  const read = (name: string) => readFile(join(folder, '_bindery/hosting', name), 'utf8')
  const table: [pattern: string][] = JSON.parse(/^var moves = (.*);$/m.exec(await read('cloudfront.js'))?.[1] ?? '[]')
  const { website } = JSON.parse(await read('s3.json'))
  const folders: string[] = (website.RoutingRules ?? []).map(
    (rule: { Condition: { KeyPrefixEquals: string } }) => rule.Condition.KeyPrefixEquals,
  )
  const patterns = table
    .map(([pattern]) => pattern)
    .filter((pattern) => pattern.includes('('))
    .filter((pattern) => !folders.some((prefix) => pattern === `^/${prefix.slice(0, -1)}(?:/(.*))?/?$`))
  const isFile = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true
  const statusOf = (name: string) => {
    if ([name, `${name}.html`, name.replace(/^$|\/$/, '$&index.html')].some(isFile)) return 200
    return isFile(`${name}/index.html`) ? 301 : 404
  }
  return {
    patterns: patterns.map((pattern) => new RegExp(pattern)),
    folders,
    answersByFiles: (address, { status }) => status === statusOf(decodeURIComponent(address).slice(1)),
  }
}
