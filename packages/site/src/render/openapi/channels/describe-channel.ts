import { optional } from '../../../config/optional.ts'
import { listServers, protocolOf } from '../../../plan/openapi/list-channels.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { type Parameter, type Server, withVariables } from '../describe/describe-operation.ts'
import { describeSchema, type Room } from '../describe/describe-schema.ts'
import { describeSecurity, type SecurityScheme } from '../describe/describe-security.ts'
import { type Binding, describeBindings } from './describe-bindings.ts'
import { type ChannelOperation, describeOperations } from './describe-channel-operations.ts'

/** All that a page says of a channel. Plain data. */
export interface Channel {
  /** Of the first server, as the sidebar shows it. */
  protocol: string
  address: string
  description?: string
  deprecated: boolean
  servers: Server[]
  security: SecurityScheme[][]
  parameters: Parameter[]
  bindings: Binding[]
  operations: ChannelOperation[]
}

// As for the page of an operation.
const pageRoom: Room = { schemas: 500, steps: 500_000 }
const most = { parameters: 100, sets: 20 }
const longest = { address: 2000, name: 200, text: 1000 }

/** Undefined when the description has no such channel. */
export function describeChannel(spec: SpecNode, name: string, marks?: readonly string[]): Channel | undefined {
  const channel = spec.at('channels').at(name)
  if (!channel.present) return undefined
  const room = { ...pageRoom, marks }
  const servers = listServers(channel, spec)
  return {
    protocol: protocolOf(channel, spec),
    address: (channel.text('address') ?? name).slice(0, longest.address),
    ...optional('description', channel.text('description') ?? channel.text('summary')),
    deprecated: channel.flag('deprecated'),
    servers: servers.map(([, server]) => readServer(server)),
    security: listSecurity(servers, spec),
    parameters: readParameters(channel, room),
    bindings: describeBindings([channel, ...servers.map(([, server]) => server)], room),
    operations: describeOperations(name, channel, spec, room),
  }
}

/** Version 2 writes one address, version 3 its parts. */
function readServer(server: SpecNode): Server {
  const protocol = (server.text('protocol') ?? '').slice(0, longest.name)
  const written = server.text('url') ?? `${server.text('host') ?? ''}${server.text('pathname') ?? ''}`
  const isWhole = protocol === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(written)
  const version = server.text('protocolVersion')
  const about = server.text('description') ?? server.text('summary') ?? server.text('title')
  const notes = [version && `${protocol} ${version}`.slice(0, longest.name), about].filter(Boolean)
  return {
    url: withVariables(isWhole ? written : `${protocol}://${written}`, server),
    ...(notes.length > 0 && { description: notes.join(' · ').slice(0, longest.text) }),
  }
}

/** Of several servers one is chosen, and what each of them asks for is the same more often than not. */
function listSecurity(servers: [string, SpecNode][], spec: SpecNode): SecurityScheme[][] {
  const sets = servers.flatMap(([, server]) => describeSecurity(server, spec))
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()].slice(0, most.sets)
}

/** Version 2 gives each a schema; in version 3 it is a text, of which values may be named. */
function readParameters(channel: SpecNode, room: Room): Parameter[] {
  return channel.entries('parameters', most.parameters).map(([name, node]) => {
    const schema = describeSchema(node.has('schema') ? node.at('schema') : node, room)
    return {
      name: name.slice(0, longest.name),
      place: 'path',
      required: schema.default === undefined,
      deprecated: node.flag('deprecated'),
      ...optional('description', node.text('description')),
      schema: schema.types.length > 0 ? schema : { ...schema, types: ['string'] },
    }
  })
}
