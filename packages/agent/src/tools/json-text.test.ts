import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertItem, type JsonNode, parseJsonText, removeItems } from './json-text.ts'

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
      const list = arrayAt(longer)
      expect(removeItems(longer, [list], (item) => item === list.items[index])).toBe(text)
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

test('any number of items are taken out of several lists, and what is left is as it was', () => {
  const flags = fc.array(fc.boolean(), { maxLength: 8 })
  fc.assert(
    fc.property(flags, flags, indents, (one, two, indent) => {
      const [pages, more] = [one, two].map((list) =>
        list.map((isGone, index) => `${isGone ? 'gone' : 'kept'} ${index}`),
      )
      const text = JSON.stringify({ pages, more }, null, indent)
      const { members } = parseJsonText(text) as Extract<JsonNode, { kind: 'object' }>
      const lists = [...members.values()].filter((node) => node.kind === 'array')
      const rest = removeItems(text, lists, (item) => item.kind === 'string' && item.value.startsWith('gone'))
      const isKept = (name: string) => name.startsWith('kept')
      expect(rest).toBe(JSON.stringify({ pages: pages?.filter(isKept), more: more?.filter(isKept) }, null, indent))
    }),
  )
})

test('an escaped quote ends no string, however many there are', () => {
  const value = ['\\', '"', '\\"', '"'.repeat(100_000)]
  const root = parseJsonText(JSON.stringify(value)) as Extract<JsonNode, { kind: 'array' }>
  expect(root.items.map((item) => item.kind === 'string' && item.value)).toEqual(value)
})
