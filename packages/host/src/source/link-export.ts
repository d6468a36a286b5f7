import type { Followed } from '../config/config.ts'
import { HostError } from '../ops/host-error.ts'
import { askService } from './ask-service.ts'

export interface Link {
  bundleUrl: string
  sha256: string
}

interface LinkRequest {
  jobId: string
  since: string | undefined
  allowHttp: boolean
}

export type LinkExport = (follow: Followed, request: LinkRequest, signal: AbortSignal) => Promise<Link>

/**
 * Asks for a fresh link to an export's bundle, or to the delta that leads to it from an earlier one. The link may lead
 * anywhere by http(s), private networks included, because the service knows where its bucket is and the operator chose
 * the service. It is fetched without the key, nothing of the answer is told to readers before it was judged, and the
 * digest beside the link, which came the way that the key protects, says what bytes it must have. Never a file or a path.
 */
export const linkExport: LinkExport = async (follow, request, signal) => {
  const { jobId, since } = request
  const body = since === undefined ? {} : { since }
  const bundle = await askService(follow, signal, ({ exports }, limit) =>
    exports.createBundle(jobId, body, { signal: limit }),
  )
  return readLink(bundle, follow, request)
}

/** The same for the current export of any domain, with the key of a host that serves them all. */
export const linkHosted: LinkExport = async (follow, request, signal) => {
  const { jobId, since } = request
  const body = since === undefined ? { jobId } : { jobId, since }
  const bundle = await askService(follow, signal, ({ hosting }, limit) =>
    hosting.createBundle(follow.domain, body, { signal: limit }),
  )
  return readLink(bundle, follow, request)
}

function readLink(bundle: unknown, follow: Followed, { jobId, allowHttp }: LinkRequest): Link {
  const { bundleUrl, sha256 } = Object(bundle)
  const { protocol } = URL.parse(String(bundleUrl)) ?? {}
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && allowHttp)
  if (isAllowed && /^[0-9a-f]{64}$/.test(sha256)) return { bundleUrl, sha256 }
  const fault = isAllowed
    ? 'has no digest'
    : 'is not https: in a network that you trust, set staticExport.allowHttp to true'
  throw new HostError('export_unavailable', `The link to ${jobId} that ${follow.url} gave ${fault}.`)
}
