import { isRecord } from '../../../config/cursor.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { describeSchema, type Room } from '../describe/describe-schema.ts'
import type { Schema } from '../describe/schema.ts'
import { showValue } from '../describe/show-value.ts'

/** What a protocol of its own is told of a server, a channel, an operation or a message. */
export interface Binding {
  protocol: string
  fields: { name: string; schema?: Schema; value?: string }[]
}

const most = { protocols: 10, fields: 30 }
const longestName = 100

/** Those of a channel and of its servers stand together, by their protocol. */
export function describeBindings(nodes: SpecNode[], room: Room): Binding[] {
  const found = new Map<string, Binding>()
  for (const [protocol, binding] of nodes.flatMap((node) => node.entries('bindings', most.protocols))) {
    const known = found.get(protocol)?.fields ?? []
    const names = new Set(known.map(({ name }) => name))
    const fields = [...known, ...listFields(binding, room).filter(({ name }) => !names.has(name))]
    if (fields.length > 0) found.set(protocol, { protocol: protocol.slice(0, longestName), fields })
  }
  return [...found.values()]
}

/** Headers and queries are schemas, all else is a value. */
function listFields(binding: SpecNode, room: Room): Binding['fields'] {
  const names = Object.keys(isRecord(binding.value) ? binding.value : {}).filter((name) => name !== 'bindingVersion')
  return names.slice(0, most.fields).map((name) => {
    const field = binding.at(name)
    const isSchema = field.has('properties') || typeof field.raw('type') === 'string'
    const shown = isSchema ? { schema: describeSchema(field, room) } : { value: showValue(field.value) }
    return { name: name.slice(0, longestName), ...shown }
  })
}
