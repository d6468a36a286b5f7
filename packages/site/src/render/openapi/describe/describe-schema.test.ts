import { expect, test } from 'vitest'
import { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { describeSchema } from './describe-schema.ts'
import { type Schema, typeOf } from './schema.ts'

function describe(schema: object, schemas: object = {}, room = { schemas: 4000, steps: 500_000 }): Schema {
  const document = { schema, components: { schemas } }
  const root = new SpecNode(document, 'a.json', { open: () => document, complain: () => {} })
  return describeSchema(root.at('schema'), room)
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('types, constraints, values, defaults and access are told', () => {
  const schema = describe({
    type: ['string', 'null'],
    format: 'email',
    minLength: 3,
    maxLength: 64,
    pattern: '^a',
    default: 'a@b',
    examples: ['a@c'],
    readOnly: true,
    deprecated: true,
  })
  expect(schema).toMatchObject({
    types: ['string'],
    nullable: true,
    constraints: [
      { kind: 'characters', least: 3, most: 64 },
      { kind: 'pattern', pattern: '^a' },
    ],
    default: 'a@b',
    examples: ['a@c'],
    readOnly: true,
    deprecated: true,
  })
  expect(typeOf(schema)).toBe('string<email> | null')
  expect(describe({ enum: ['a', 'b'] })).toMatchObject({ types: ['string'], values: ['a', 'b'] })
  expect(describe({ const: 7 })).toMatchObject({ types: ['number'], values: [7] })
})

test('the parts of an allOf are one schema', () => {
  const schema = describe(
    { allOf: [ref('Base'), { required: ['b'], properties: { b: { type: 'integer' } } }], description: 'own' },
    { Base: { type: 'object', description: 'base', required: ['a'], properties: { a: { type: 'string' } } } },
  )
  expect(schema.description).toBe('own')
  expect(schema.properties).toMatchObject([
    { name: 'a', required: true },
    { name: 'b', required: true },
  ])
})

test('choices are kept with their names, and a choice with null alone is what may be null', () => {
  const pets = { Cat: { type: 'object', properties: { meows: { type: 'boolean' } } }, Dog: { type: 'object' } }
  expect(describe({ oneOf: [ref('Cat'), ref('Dog')] }, pets)).toMatchObject({
    choice: 'oneOf',
    choices: [{ name: 'Cat' }, { name: 'Dog' }],
  })
  const maybe = describe({ anyOf: [ref('Cat'), { type: 'null' }], description: 'own' }, pets)
  expect(maybe).toMatchObject({ name: 'Cat', nullable: true, description: 'own', properties: [{ name: 'meows' }] })
})

test('a schema that holds itself is cut where it comes again', () => {
  const Node = { type: 'object', properties: { next: ref('Node'), list: { type: 'array', items: ref('Node') } } }
  const schema = describe(ref('Node'), { Node })
  expect(schema.properties).toMatchObject([
    { name: 'next', schema: { cut: 'recursion' } },
    { name: 'list', schema: { items: { cut: 'recursion' } } },
  ])
  expect(schema.properties.map((property) => typeOf(property.schema))).toEqual(['Node', 'Node[]'])
  expect(describe(ref('A'), { A: { allOf: [ref('A')], type: 'string' } }).types).toEqual(['string'])
})

test('what is too deep or too wide for a page is cut, and costs no more than a page', () => {
  const names = [...'ABCDEFGHIJKLMNOP']
  const schemas = Object.fromEntries(
    names.map((name, index) => {
      const next = names[index + 1]
      const fields = Array.from({ length: 100 }, (_, field) => [`f${field}`, next ? ref(next) : { type: 'string' }])
      return [name, { type: 'object', properties: Object.fromEntries(fields) }]
    }),
  )
  const room = { schemas: 4000, steps: 500_000 }
  const schema = describe(ref('A'), schemas, room)
  expect(schema.properties).toHaveLength(100)
  expect(schema.properties[0]?.schema.cut).toBe('depth')
  expect(room.schemas).toBe(4000 - 101)
  room.schemas = 5
  expect(describe(ref('A'), schemas, room)).toMatchObject({ cut: 'depth', properties: [] })
})

test('a reference that leads nowhere is unknown, not an error', () => {
  expect(describe(ref('Missing'))).toMatchObject({ cut: 'unknown' })
})
