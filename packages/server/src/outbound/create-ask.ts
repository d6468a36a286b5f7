import { type AskRemote, NotFetched } from '@bindery/site/parent'
import type { CheckedUrl } from './check-repository-url.ts'
import { GitError } from './git-error.ts'
import { openAnswer, type Reach, reachHost, readAuthorities } from './reach-host.ts'

interface AskRules {
  accept: string
  /** The sentence for whatever is not asked. */
  refused: string
  /** Throws for an address that may not be asked. */
  check(url: string): { checked: CheckedUrl; href: string }
}

/** For addresses that a tenant chose: only what the rules let through is resolved, and only what resolves well is asked. */
export function createAsk(reach: Reach, { accept, refused, check }: AskRules): AskRemote {
  const authorities = readAuthorities(reach.caFile)
  const sent = { accept, 'accept-encoding': 'identity', 'user-agent': 'bindery' }
  const toRefusal = (error: unknown) =>
    error instanceof GitError ? new NotFetched(refused, { cause: error }) : (error as Error)
  return async (url, signal, headers = {}) => {
    try {
      const { checked, href } = check(url)
      const way = await reachHost(checked, reach)
      return await ask(checked, href, { ...way, ...authorities, headers: { ...sent, ...headers }, signal })
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

async function ask(checked: CheckedUrl, href: string, options: Parameters<typeof openAnswer>[2]) {
  const body = await openAnswer(checked, href, options)
  return { status: body.statusCode ?? 0, headers: body.headers, body }
}
