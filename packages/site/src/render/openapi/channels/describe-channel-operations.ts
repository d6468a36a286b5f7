import { optional } from '../../../config/optional.ts'
import { decodePath } from '../../../model/paths.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'
import type { Room } from '../describe/describe-schema.ts'
import { describeSecurity, type SecurityScheme } from '../describe/describe-security.ts'
import { type Binding, describeBindings } from './describe-bindings.ts'
import { describeMessage, type Message, readLayers } from './describe-message.ts'

/** As the reader sees it: what the described application receives, the reader sends. */
export type Direction = 'send' | 'receive' | 'messages'

export interface ChannelOperation {
  direction: Direction
  title?: string
  description?: string
  security: SecurityScheme[][]
  bindings: Binding[]
  messages: Message[]
  reply?: { address?: string; messages: Message[] }
}

/** A message without a name or a title is called by its key. */
type Named = [key: string | undefined, message: SpecNode]

const most = { operations: 2000, shown: 40, messages: 40 }
const longestName = 200

/** What is sent and received on a channel; its messages alone, where no operation says which way they go. */
export function describeOperations(name: string, channel: SpecNode, spec: SpecNode, room: Room): ChannelOperation[] {
  const describe = createReader(channel, spec, room)
  const found = [...listOwn(channel), ...listReferring(name, spec)].slice(0, most.shown)
  if (found.length > 0) return found.map(([direction, node]) => describe(direction, node))
  const bare = describe('messages', undefined)
  return bare.messages.length === 0 ? [] : [bare]
}

/** Version 2: clients publish to a channel and subscribe to it. */
function listOwn(channel: SpecNode): [Direction, SpecNode][] {
  const pairs = [
    ['send', channel.at('publish')],
    ['receive', channel.at('subscribe')],
  ] as [Direction, SpecNode][]
  return pairs.filter(([, node]) => node.present)
}

/** Version 3: operations stand by themselves and refer to their channel. */
function listReferring(name: string, spec: SpecNode): [Direction, SpecNode][] {
  return spec.entries('operations', most.operations).flatMap(([, node]): [Direction, SpecNode][] => {
    const action = node.text('action')
    if (!refersTo(node, name, spec) || (action !== 'send' && action !== 'receive')) return []
    return [[action === 'receive' ? 'send' : 'receive', node]]
  })
}

/** Only what ends like the channel's name is followed. */
function refersTo(operation: SpecNode, name: string, spec: SpecNode): boolean {
  const reference = (operation.raw('channel') as { $ref?: unknown } | undefined)?.$ref
  if (typeof reference !== 'string' || nameIn(reference) !== name) return false
  return operation.at('channel').passed.some((one) => one.startsWith(`${spec.file}#`) && nameIn(one) === name)
}

function nameIn(reference: string): string | undefined {
  const [, name] = /#\/channels\/([^/]+)$/.exec(reference) ?? []
  return name === undefined ? undefined : decodePath(name).replaceAll('~1', '/').replaceAll('~0', '~')
}

function createReader(channel: SpecNode, spec: SpecNode, room: Room) {
  let left = most.messages
  const describeAll = (nodes: Named[]) => {
    const shown = nodes.slice(0, left)
    left -= shown.length
    return shown.map(([key, node]) => describeMessage(node, key, spec, room))
  }
  return (direction: Direction, node: SpecNode | undefined): ChannelOperation => {
    if (!node) return { direction, security: [], bindings: [], messages: describeAll(listOf(channel)) }
    const at = readLayers(node)
    const reply = node.at('reply')
    const title = at('title').text('title') ?? at('summary').text('summary')
    return {
      direction,
      ...optional('title', title?.slice(0, longestName)),
      ...optional('description', at('description').text('description')),
      security: at('security').has('security') ? describeSecurity(at('security'), spec) : [],
      bindings: describeBindings([at('bindings')], room),
      messages: describeAll(listMessages(node, channel)),
      ...(reply.present && { reply: readReply(reply) }),
    }
  }

  function readReply(reply: SpecNode): NonNullable<ChannelOperation['reply']> {
    const address = reply.at('address').text('location') ?? reply.at('channel').text('address')
    const own = listReferred(reply)
    return {
      ...optional('address', address?.slice(0, longestName)),
      messages: describeAll(own.length > 0 ? own : listOf(reply.at('channel'))),
    }
  }
}

/** Version 2 writes one message, or several to choose from; version 3 a list, without which all of the channel's are meant. */
function listMessages(operation: SpecNode, channel: SpecNode): Named[] {
  const only = operation.at('message')
  if (!only.present) return operation.has('messages') ? listReferred(operation) : listOf(channel)
  const choices = only.has('oneOf') ? only.list('oneOf', most.messages) : [only]
  return choices.map((message) => [message.name, message])
}

function listReferred(node: SpecNode): Named[] {
  return node.list('messages', most.messages).map((message) => [message.name, message])
}

function listOf(channel: SpecNode): Named[] {
  return channel.entries('messages', most.messages)
}
