import type { CurrentConfig } from '../config/config.ts'
import { normalizeDomain } from '../config/normalize-domain.ts'
import type { HostRequest, HostResponse, RequestHandler } from '../serve/handle-request.ts'
import { renderTextHead } from '../serve/render-head.ts'
import type { HostedDomains } from '../source/hosted-domains.ts'
import type { SiteCache } from './site-cache.ts'

interface Parts {
  domains: Pick<HostedDomains, 'has' | 'isListed'>
  cache: Pick<SiteCache, 'find' | 'open'>
  config: CurrentConfig
  /** How long the first readers of a site wait until it has come. */
  patienceMs: number
}

/** Finds the site by the name in `Host`. One that is open is answered at once; else it is taken while the reader waits. */
export function createNameHandler({ domains, cache, config, patienceMs }: Parts): RequestHandler {
  const respond = (status: number, body: string, more: Record<string, string> = {}): HostResponse => {
    return { status, headers: [...renderTextHead(more, config().headers), 'Content-Length', String(body.length)], body }
  }
  const busy = () => respond(503, 'This site is on its way. Try again in a moment.\n', { 'Retry-After': '2' })
  const openAndAnswer = async (domain: string, question: HostRequest): Promise<HostResponse> => {
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), patienceMs)
    try {
      const site = await Promise.race([cache.open(domain), late.promise])
      return site ? await site.answer(question) : busy()
    } finally {
      clearTimeout(timer)
    }
  }
  return (question) => {
    const name = question.headers.host ?? ''
    const open = cache.find(name)
    if (open) return open.answer(question)
    const domain = normalizeDomain(name)
    const site = cache.find(domain)
    if (site) return site.answer(question)
    if (domains.has(domain)) return openAndAnswer(domain, question)
    if (!domains.isListed) return busy()
    return respond(404, 'There is no site at this address.\n')
  }
}
