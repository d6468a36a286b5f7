import { sample } from 'openapi-sampler'
import type { Schema } from '../describe/schema.ts'

/** Longer ones help no reader. */
const longestSample = 12_000

/** A value that a schema allows, as JSON text; first whole, then with only what is required, then not at all. */
export function sampleJson(schema: Schema, use: 'request' | 'response', onlyRequired = false): string | undefined {
  for (const skipNonRequired of onlyRequired ? [true] : [false, true]) {
    const value = sampleValue(schema, use, skipNonRequired)
    const text = value === undefined ? undefined : JSON.stringify(value, null, 2)
    if (text !== undefined && text.length <= longestSample) return text
  }
  return undefined
}

export function sampleValue(schema: Schema, use: 'request' | 'response', skipNonRequired = false): unknown {
  const options = { skipReadOnly: use === 'request', skipWriteOnly: use === 'response', skipNonRequired, quiet: true }
  try {
    return sample(toJsonSchema(schema), options)
  } catch {
    // Property names such as “hasOwnProperty” are more than the library is ready for.
    return undefined
  }
}

interface JsonSchema {
  [key: string]: unknown
}

/**
 * The schema again as the library reads it. What was described is finite, as the library itself would not see to: of
 * its limits only those on numbers go along, since a least length of a thousand million would be written out.
 */
function toJsonSchema(schema: Schema): JsonSchema {
  const [type] = schema.types
  const [choice] = schema.choices
  const [example] = schema.examples
  return {
    ...(type !== undefined && { type }),
    ...(schema.format !== undefined && { format: schema.format }),
    ...(example !== undefined && { example }),
    ...(schema.values && schema.values.length > 0 && { enum: schema.values }),
    ...(schema.default !== undefined && schema.default !== null && { default: schema.default }),
    ...(schema.readOnly && { readOnly: true }),
    ...(schema.writeOnly && { writeOnly: true }),
    ...(schema.properties.length > 0 && {
      properties: Object.fromEntries(schema.properties.map((one) => [one.name, toJsonSchema(one.schema)])),
      required: schema.properties.filter(({ required }) => required).map(({ name }) => name),
    }),
    ...(schema.items && !schema.items.cut && { items: toJsonSchema(schema.items) }),
    ...(schema.others && schema.properties.length === 0 && { additionalProperties: toJsonSchema(schema.others) }),
    ...(choice && { oneOf: [toJsonSchema(choice)] }),
  } as JsonSchema
}
