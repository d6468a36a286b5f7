import type { Finding } from '../../model/finding.ts'
import { severityOf } from '../../model/finding-kinds.ts'
import type { GoneAddress } from './compare-addresses.ts'

/** What the author of a site should read of an address that is gone, with the fix where one is clear. */
export function describeGone(gone: GoneAddress, configFile = 'docs.json'): Finding {
  const place = { severity: severityOf(`vanished_${gone.kind}`), line: 1, column: 1 }
  if (gone.kind === 'page') {
    const { route, to } = gone
    const entry = JSON.stringify({ source: route, destination: to ?? '…' })
    const why = to === undefined ? 'No page is clearly the same' : `${to} is what it became`
    const message = `“${route}” was published and leads nowhere now. ${why}: add ${entry} to redirects.`
    return { ...place, code: 'vanished_page', message, file: configFile }
  }
  const { route, anchor, isTaken, heading, at, file } = gone
  const what = `“${route}#${anchor}” was published and ${isTaken ? 'leads to another heading now' : 'is gone'}.`
  const which = at === undefined ? '' : ` (#${at})`
  const fix =
    heading === undefined
      ? `No heading is clearly the same; give the one that is {#${anchor}}.`
      : `Its heading is “${heading}”${which} now: write {#${anchor}} behind it.`
  return { ...place, code: 'vanished_anchor', message: `${what} ${fix}`, file }
}
