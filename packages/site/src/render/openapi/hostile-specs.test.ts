import { expect, test } from 'vitest'
import { SpecNode } from '../../plan/openapi/spec-node.ts'
import { describeOperation } from './describe/describe-operation.ts'
import { createDescriber } from './elements/render-description.ts'
import { renderOperation } from './elements/render-operation.ts'
import { renderRequest, renderResponses } from './samples/render-samples.ts'

/** How much of a page a description makes: nodes of its tree, as text. */
function sizeOfPage(operation: object, schemas: object): number {
  const document = { openapi: '3.1.0', paths: { '/a': { post: operation } }, components: { schemas } }
  const spec = new SpecNode(document, 'a.json', { open: () => document, complain: () => {} })
  const described = describeOperation(spec, 'POST /a')
  if (!described) throw new Error('There is no operation.')
  let ids = 0
  const { details } = renderOperation(described, createDescriber('a.json'), () => `id-${ids++}`, false)
  return JSON.stringify([details, renderRequest(described, 'https://a.example'), renderResponses(described)]).length
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index))
const named = <Item>(count: number, make: (index: number) => Item) =>
  Object.fromEntries(times(count, (index) => [`n${index}`, make(index)]))

test('definitions that branch without end make a page of ordinary size', () => {
  const schemas = named(40, (index) => ({
    type: 'object',
    description: 'd'.repeat(5000),
    properties: named(300, (field) => ref(`n${(index + field) % 40}`)),
  }))
  const content = { 'application/json': { schema: ref('n0') } }
  const responses = Object.fromEntries(times(400, (index) => [String(100 + index), { description: 'r', content }]))
  expect(sizeOfPage({ requestBody: { content }, responses }, schemas)).toBeLessThan(2_000_000)
})

test('parts of parts, and choices of choices, end', () => {
  const wide = { properties: named(2000, () => ({ type: 'string' })) }
  const schemas = {
    ...named(60, (index) => ({ allOf: times(60, (part) => ref(`n${(index + part) % 60}`)), ...wide })),
    Choice: { oneOf: times(500, () => ref('Choice2')) },
    Choice2: { anyOf: times(500, () => ref('n1')) },
  }
  const content = (name: string) => ({ 'application/json': { schema: ref(name) } })
  const responses = { 200: { content: content('n0') }, 201: { content: content('Choice') } }
  expect(sizeOfPage({ responses }, schemas)).toBeLessThan(1_000_000)
})

test('names, values and examples without measure are cut', () => {
  const long = 'x'.repeat(1_000_000)
  const schema = {
    type: 'string',
    title: long,
    enum: times(1000, () => long),
    default: long,
    examples: [long],
    pattern: long,
  }
  const operation = {
    parameters: [{ name: long, in: 'query', schema }],
    requestBody: { content: { [long]: { schema, example: long } } },
    responses: { 200: { description: long, content: { 'application/json': { example: { long } } } } },
  }
  expect(sizeOfPage(operation, {})).toBeLessThan(200_000)
})

test('a tree of a thousand levels is drawn without running out of room', () => {
  const schemas = named(1000, (index) => ({ type: 'object', properties: { next: ref(`n${index + 1}`) } }))
  expect(
    sizeOfPage({ responses: { 200: { content: { 'application/json': { schema: ref('n0') } } } } }, schemas),
  ).toBeLessThan(20_000)
})
