import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { gatherAssets, type RemoteAssets } from '@bindery/site'
import { CommandError } from '../errors.ts'
import { showWaiting } from '../terminal/show-waiting.ts'
import { createAssetAsk } from './ask-for-asset.ts'

export interface AssetFlags {
  assets?: 'vendor' | 'link' | 'strict'
  allowFetch?: true
}

type FetchAssets = (urls: string[]) => Promise<RemoteAssets | undefined>

/** What a build fetches of other hosts, gone at its end; undefined where their addresses stay. */
export async function openAssetFetcher(
  flags: AssetFlags,
): Promise<{ fetchAssets: FetchAssets | undefined } & AsyncDisposable> {
  if (flags.assets === 'link') return { fetchAssets: undefined, [Symbol.asyncDispose]: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'bindery-assets-'))
  let fetched: RemoteAssets | undefined
  const fetchAssets: FetchAssets = async (urls) => {
    // A repeated build shows the same files.
    if (fetched) return fetched
    if (!(await isAllowed(urls, flags))) return undefined
    fetched = await fetchAll(urls, folder)
    if (flags.assets === 'strict') requireAll(fetched)
    return fetched
  }
  return { fetchAssets, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** On a terminal the person there is asked, unless the command itself says so. */
async function isAllowed(urls: readonly string[], { assets, allowFetch }: AssetFlags): Promise<boolean> {
  if (urls.length === 0 || assets !== undefined || allowFetch || !process.stdin.isTTY || !process.stderr.isTTY)
    return true
  const hosts = [...new Set(urls.map((url) => new URL(url).host))].sort()
  const named = hosts.length > 5 ? `${hosts.slice(0, 5).join(', ')} and ${hosts.length - 5} more` : hosts.join(', ')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await reader.question(
      `The pages show ${urls.length} files of ${named}.\nFetch them, so that the site is self-contained? [Y/n] `,
    )
    return !/^\s*n/i.test(answer)
  } finally {
    reader.close()
  }
}

async function fetchAll(urls: string[], folder: string): Promise<RemoteAssets> {
  using _waiting = showWaiting(process.stderr, `Fetching ${urls.length} files of other hosts`)
  const { assets } = await gatherAssets(urls, { ask: createAssetAsk(), folder })
  return assets
}

function requireAll({ failures }: RemoteAssets): void {
  const missing = Object.entries(failures)
  if (missing.length === 0) return
  const lines = missing.slice(0, 20).map(([url, reason]) => `  ${url}: ${reason}`)
  throw new CommandError(
    `${missing.length} files of other hosts could not be fetched:\n${lines.join('\n')}`,
    '--assets strict asks for all of them.',
    'correct their addresses, put the files into the docs folder, or use --assets vendor.',
  )
}
