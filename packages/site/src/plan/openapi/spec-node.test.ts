import { expect, test } from 'vitest'
import { SpecNode } from './spec-node.ts'

function open(files: Record<string, Record<string, unknown>>, file: string) {
  const complaints: string[] = []
  const source = {
    open: (path: string) => files[path],
    complain: (message: string) => void complaints.push(message),
  }
  return { root: new SpecNode(files[file], file, source), complaints }
}

test('a reference leads to its target, and what stands beside it goes before', () => {
  const { root } = open(
    { 'a.json': { x: { $ref: '#/d/a~1b%20c', title: 'own' }, d: { 'a/b c': { title: 't', type: 'string' } } } },
    'a.json',
  )
  const x = root.at('x')
  expect(x.text('title')).toBe('own')
  expect(x.text('type')).toBe('string')
  expect(x.passed).toEqual(['a.json#/d/a~1b%20c'])
})

test('files refer to each other by paths that start at themselves', () => {
  const files = {
    'api/a.json': { x: { $ref: 'parts/b.yaml#/B' } },
    'api/parts/b.yaml': { B: { c: { $ref: '#/C' } }, C: { title: 'found' } },
  }
  expect(open(files, 'api/a.json').root.at('x').at('c').text('title')).toBe('found')
})

test('what leads nowhere, out of the site or round in a circle is complained about and unknown', () => {
  const { root, complaints } = open(
    {
      'a.json': {
        none: { $ref: '#/nothing' },
        host: { $ref: 'https://example.com/a.json' },
        outside: { $ref: '../../etc/passwd' },
        one: { $ref: '#/two' },
        two: { $ref: '#/one' },
      },
    },
    'a.json',
  )
  for (const key of ['none', 'host', 'outside', 'one']) expect(root.at(key).has('x-unknown'), key).toBe(true)
  expect(complaints).toEqual([
    '“#/nothing” in a.json leads to nothing.',
    '“https://example.com/a.json” in a.json is on another host and was not fetched.',
    '“../../etc/passwd” in a.json leads to nothing.',
    '“#/two” in a.json leads round in a circle.',
  ])
})
