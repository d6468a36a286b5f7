import { optional } from '../../config/optional.ts'
import { type OperationLine, readAccess } from './list-operations.ts'
import { channelKey } from './read-operation-name.ts'
import type { SpecNode } from './spec-node.ts'

const mostChannels = 10_000
const mostServers = 20
const longestTitle = 200
/** Where the pages of channels without a tag have their addresses. */
const folder = 'Websockets'

/** Every channel of an AsyncAPI file in its order, as the plan knows operations. */
export function listChannels(spec: SpecNode): OperationLine[] {
  return spec
    .entries('channels', mostChannels)
    .filter(([, channel]) => channel.present && !channel.flag('x-excluded'))
    .map(([name, channel]) => toLine(name, channel, spec))
}

/** The servers that a channel is at, by their names: all of them where it names none. */
export function listServers(channel: SpecNode, spec: SpecNode): [string, SpecNode][] {
  const all = spec.entries('servers', mostServers)
  // Version 2 names them, version 3 refers to them.
  const named = channel.texts('servers')
  if (named.length > 0) return all.filter(([name]) => named.includes(name))
  const referred = channel.list('servers', mostServers)
  return referred.length === 0 ? all : referred.map((server) => [server.name ?? '', server])
}

/** `WSS`, `KAFKA`: what a sidebar has room for. */
export function protocolOf(channel: SpecNode, spec: SpecNode): string {
  const [, server] = listServers(channel, spec)[0] ?? []
  const [protocol = ''] = (server?.text('protocol') ?? '').split('-')
  return /^[a-z\d]{2,6}$/i.test(protocol) ? protocol.toUpperCase() : 'EVENT'
}

function toLine(name: string, channel: SpecNode, spec: SpecNode): OperationLine {
  const mint = channel.at('x-mint')
  const metadata = mint.at('metadata')
  const given = channel.text('title')
  const tag = channel.list('tags')[0]?.text('name')?.trim()
  return {
    key: channelKey(name),
    method: protocolOf(channel, spec),
    title: (metadata.text('title') ?? given ?? splitWords(name)).trim().slice(0, longestTitle),
    segments: [tag || folder, (given ?? name).slice(0, longestTitle)],
    ...optional('label', metadata.text('sidebarTitle')),
    ...optional('tag', tag || undefined),
    ...optional('address', mint.text('href')),
    ...(channel.flag('deprecated') && { deprecated: true }),
    ...(channel.flag('x-hidden') && { hidden: true }),
    ...optional('front', readAccess(metadata)),
  }
}

/** `orderPlaced` is called “Order placed”; what looks like an address stays as it is. */
function splitWords(name: string): string {
  if (!/^[a-z][a-zA-Z\d]*$/.test(name)) return name
  const words = name.replace(/(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
