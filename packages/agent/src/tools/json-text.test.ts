import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertItem, type JsonNode, parseJsonText, removeItem } from './json-text.ts'

const indents = fc.constantFrom(undefined, 1, 2, 4, '\t')
const names = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 })

function arrayAt(text: string): Extract<JsonNode, { kind: 'array' }> {
  const root = parseJsonText(text)
  const array = root.kind === 'object' ? root.members.get('pages') : undefined
  if (array?.kind !== 'array') throw new Error('no array')
  return array
}

test('every value is found where it stands', () => {
  const check = (node: JsonNode, value: unknown, text: string): void => {
    expect(JSON.parse(text.slice(node.start, node.end))).toEqual(value)
    const inner = node.kind === 'array' ? node.items.entries() : node.kind === 'object' ? node.members : []
    for (const [key, item] of inner) check(item, (value as Record<string | number, unknown>)[key], text)
  }
  fc.assert(
    fc.property(fc.jsonValue(), indents, (value, indent) => {
      const text = ` ${JSON.stringify(value, null, indent)}\n`
      check(parseJsonText(text), JSON.parse(text), text)
    }),
  )
})

test('an item put in and one taken out change the array and nothing beside it', () => {
  fc.assert(
    fc.property(names, fc.nat(5), fc.string(), indents, (pages, place, name, indent) => {
      const index = Math.min(place, pages.length)
      const text = `${JSON.stringify({ a: [1], pages, z: {} }, null, indent)}\n`
      const longer = insertItem(text, arrayAt(text), index, name)
      expect(JSON.parse(longer)).toEqual({ a: [1], pages: pages.toSpliced(index, 0, name), z: {} })
      if (pages.length > 0 && indent !== undefined)
        expect(longer).toBe(`${JSON.stringify(JSON.parse(longer), null, indent)}\n`)
      expect(removeItem(longer, arrayAt(longer), index)).toBe(text)
    }),
  )
})

test('a list on one line stays on one line', () => {
  const text = '{ "pages": ["index", "start"] }'
  expect(insertItem(text, arrayAt(text), 1, 'new')).toBe('{ "pages": ["index", "new", "start"] }')
  expect(insertItem(text, arrayAt(text), 2, 'new')).toBe('{ "pages": ["index", "start", "new"] }')
  const single = '{ "pages": ["index"] }'
  expect(insertItem(single, arrayAt(single), 1, 'new')).toBe('{ "pages": ["index", "new"] }')
})
