import { expect, test } from 'vitest'
import { parseSpecFile, readSpec, SpecError } from './read-spec.ts'

const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n'

test('JSON and YAML are read alike, and 3.0 is told in the words of 3.1', () => {
  const old = { openapi: '3.0.3', components: { schemas: { A: { type: 'string', nullable: true } } } }
  const yaml = 'openapi: 3.0.3\ncomponents: {schemas: {A: {type: string, nullable: true}}}\n'
  const wanted = { components: { schemas: { A: { type: ['string', 'null'] } } } }
  expect(readSpec(JSON.stringify(old), 'a.json')).toMatchObject(wanted)
  expect(readSpec(yaml, 'a.yaml')).toMatchObject(wanted)
})

test('Swagger 2 is told in the words of 3.1 too', () => {
  const swagger = {
    swagger: '2.0',
    host: 'api.example.com',
    schemes: ['https'],
    paths: { '/a': { get: { produces: ['application/json'], responses: { 200: { schema: { type: 'string' } } } } } },
  }
  expect(readSpec(JSON.stringify(swagger), 'a.json')).toMatchObject({
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/a': { get: { responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } } } } },
    },
  })
})

test('what is no description says so', () => {
  expect(() => readSpec('{"a": 1}', 'a.json')).toThrow('no "openapi", "swagger" or "asyncapi"')
  expect(() => readSpec('{"openapi": ', 'a.json')).toThrow('It is not JSON')
  expect(() => readSpec('a: [1', 'a.yaml')).toThrow('It is not YAML')
  expect(() => readSpec('openapi', 'a.json')).toThrow(SpecError)
})

test.each([
  ['a.json', '{\n  "openapi": "3.1.0",\n  "paths": }\n', { line: 3, column: 12 }],
  ['a.json', '{\n  "asyncapi": "3.0.0",\n', { line: 3, column: 1 }],
  ['a.yaml', 'asyncapi: 3.0.0\nchannels:\n  a: [1\n', { line: 4, column: 1 }],
  ['a.yaml', 'asyncapi: 1.2.0\ntopics: {}\n', { line: 1, column: 1 }],
])('%s that is broken says where: %j', (file, text, at) => {
  expect(() => readSpec(text, file)).toThrow(expect.objectContaining({ at }))
})

test('AsyncAPI 2 and 3 are read as they are written, and nothing older', () => {
  for (const asyncapi of ['2.6.0', '3.0.0']) {
    expect(readSpec(JSON.stringify({ asyncapi, channels: {} }), 'a.json')).toEqual({ asyncapi, channels: {} })
  }
  expect(() => readSpec('{"asyncapi": "1.2.0"}', 'a.json')).toThrow('AsyncAPI 1.2.0; versions 2 and 3 are read')
})

test('a file that means harm ends at a limit', () => {
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
  expect(() => readSpec(`{"openapi":"3.1.0","x":${deep}}`, 'a.json')).toThrow('levels deep')
  const laughs = [...'abcdefghij'].map((name, index, all) => {
    const inner =
      index === 0
        ? '[1,1,1,1,1,1,1,1,1]'
        : `[${Array(9)
            .fill(`*${all[index - 1]}`)
            .join(',')}]`
    return `${name}: &${name} ${inner}`
  })
  expect(() => readSpec(`${head}${laughs.join('\n')}\n`, 'a.yaml')).toThrow(SpecError)
  expect(() => readSpec(`${head}a: &a\n  b: *a\n`, 'a.yaml')).toThrow(SpecError)
})

test('no key reaches a prototype', () => {
  const document = readSpec('{"openapi":"3.1.0","paths":{"__proto__":{"get":{}}}}', 'a.json')
  expect(Object.keys(document.paths as object)).toEqual([])
  expect(({} as Record<string, unknown>).get).toBeUndefined()
})

test('many paths are read in the time of many lines, not of their pairs', () => {
  const write = (count: number) =>
    `openapi: 3.1.0\npaths:\n${Array.from({ length: count }, (_, n) => `  /p${n}: {}\n`).join('')}`
  const timeOf = (count: number) => {
    const before = process.cpuUsage()
    parseSpecFile(write(count), 'api.yaml')
    const { user } = process.cpuUsage(before)
    return user
  }
  timeOf(1_000)
  // Sixteen times as many took 130 times as long.
  expect(timeOf(32_000) / timeOf(2_000)).toBeLessThan(60)
})
