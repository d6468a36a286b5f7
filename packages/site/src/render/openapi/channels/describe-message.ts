import { optional } from '../../../config/optional.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { describeSchema, type Room } from '../describe/describe-schema.ts'
import type { Schema } from '../describe/schema.ts'
import { type Binding, describeBindings } from './describe-bindings.ts'

export interface Message {
  name: string
  description?: string
  contentType: string
  payload?: Schema
  /** A payload that is described in another notation, such as Avro, as its author wrote it. */
  written?: { format: string; text: string }
  headers?: Schema
  /** Where the id stands that two messages have in common: `$message.header#/correlationId`. */
  correlation?: string
  bindings: Binding[]
  examples: { name: string; value: unknown }[]
}

const most = { traits: 10, examples: 5 }
const longest = { name: 200, text: 20_000 }

export function describeMessage(node: SpecNode, key: string | undefined, spec: SpecNode, room: Room): Message {
  const at = readLayers(node)
  const payload = readPayload(at('payload'), at('schemaFormat').text('schemaFormat'), room)
  const type = at('contentType').text('contentType') ?? spec.text('defaultContentType') ?? 'application/json'
  const name = at('title').text('title') ?? at('name').text('name') ?? key
  const headers = at('headers').at('headers')
  return {
    name: (name ?? 'Message').slice(0, longest.name),
    ...optional('description', at('description').text('description') ?? at('summary').text('summary')),
    contentType: type.slice(0, longest.name),
    ...payload,
    ...(headers.present && { headers: describeSchema(readFormat(headers).schema, room) }),
    ...optional('correlation', at('correlationId').at('correlationId').text('location')?.slice(0, longest.name)),
    bindings: describeBindings([at('bindings')], room),
    examples: readExamples(at('examples')),
  }
}

/** A node or the first of its traits that has a key: what it says itself goes before. */
export function readLayers(node: SpecNode): (key: string) => SpecNode {
  const layers = [node, ...node.list('traits', most.traits)]
  return (key) => layers.find((layer) => layer.has(key)) ?? node
}

function readPayload(owner: SpecNode, outer: string | undefined, room: Room): Pick<Message, 'payload' | 'written'> {
  const node = owner.at('payload')
  if (!node.present) return {}
  const { schema, format = outer } = readFormat(node)
  if (format === undefined || !/avro|protobuf|raml|xml|xsd/i.test(format)) {
    return { payload: describeSchema(schema, room) }
  }
  const text = typeof schema.value === 'string' ? schema.value : room.steps > 0 ? write(schema.value) : ''
  room.steps -= text.length
  return { written: { format: format.slice(0, longest.name), text: text.slice(0, longest.text) } }
}

/** Version 3 may say beside a schema what it is written in. */
function readFormat(node: SpecNode): { schema: SpecNode; format?: string } {
  const isWrapped = node.has('schema') && !node.has('type') && !node.has('properties')
  return { schema: isWrapped ? node.at('schema') : node, ...optional('format', node.text('schemaFormat')) }
}

function readExamples(node: SpecNode): Message['examples'] {
  return node.list('examples', most.examples).flatMap((example) => {
    const name = (example.text('summary') ?? example.text('name') ?? '').slice(0, longest.name)
    return example.has('payload') ? [{ name, value: example.raw('payload') }] : []
  })
}

function write(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? ''
}
