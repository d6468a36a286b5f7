import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addRedirects } from './add-redirects.ts'

const one = { source: '/a', destination: '/b' }

test.each([
  [
    '{\n  "name": "S"\n}\n',
    '{\n  "name": "S",\n  "redirects": [\n    { "source": "/a", "destination": "/b" }\n  ]\n}\n',
  ],
  ['{}', '{\n  "redirects": [\n    { "source": "/a", "destination": "/b" }\n  ]\n}'],
  [
    '{\n\t"redirects": [],\n\t"x": 1\n}',
    '{\n\t"redirects": [\n\t\t{ "source": "/a", "destination": "/b" }\n\t],\n\t"x": 1\n}',
  ],
  [
    '{\n  "redirects": [\n    { "source": "/x", "destination": "/y" }\n  ]\n}',
    '{\n  "redirects": [\n    { "source": "/x", "destination": "/y" },\n    { "source": "/a", "destination": "/b" }\n  ]\n}',
  ],
  [
    '{\n  "redirects": [\n    {\n      "source": "/x]",\n      "destination": "/y"\n    }\n  ],\n  "z": "\\"}"\n}',
    '{\n  "redirects": [\n    {\n      "source": "/x]",\n      "destination": "/y"\n    },\n    {\n      "source": "/a",\n      "destination": "/b"\n    }\n  ],\n  "z": "\\"}"\n}',
  ],
  [
    '{"redirects":[{"source":"/x","destination":"/y"}]}',
    '{"redirects":[{"source":"/x","destination":"/y"}, { "source": "/a", "destination": "/b" }]}',
  ],
])('%j', (before, after) => {
  expect(addRedirects(before, [one])).toBe(after)
})

test('redirects that stand in another file are left to their author', () => {
  expect(addRedirects('{ "redirects": { "$ref": "redirects.json" } }', [one])).toBeUndefined()
})

test('whatever else the file holds stays, however it is written', () => {
  const redirects = fc.option(fc.array(fc.record({ source: fc.string(), destination: fc.string() })), {
    nil: undefined,
  })
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      redirects,
      fc.constantFrom(0, 2, 4, '\t'),
      (rest, list, space) => {
        const { redirects: _, ...others } = rest
        const value = { ...others, ...(list && { redirects: list }), last: 1 }
        const text = JSON.stringify(value, null, space)
        const expected = { ...JSON.parse(text), redirects: [...(list ?? []), one, one] }
        expect(JSON.parse(addRedirects(text, [one, one]) ?? '')).toEqual(expected)
      },
    ),
  )
})
