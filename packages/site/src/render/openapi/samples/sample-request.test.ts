import { expect, test } from 'vitest'
import { sampleLanguages } from '../../../model/api/sample-languages.ts'
import type { ApiExamples } from '../../../model/site-config.ts'
import { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { describeOperation } from '../describe/describe-operation.ts'
import { sampleRequest } from './sample-request.ts'

function samples(operation: object, path = '/users/{id}', examples: ApiExamples = {}) {
  const document = {
    openapi: '3.1.0',
    paths: { [path]: { post: operation } },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, key: { type: 'apiKey', in: 'query', name: 'k' } },
    },
  }
  const spec = new SpecNode(document, 'a.json', { open: () => document, complain: () => {} })
  const described = describeOperation(spec, `POST ${path}`)
  return described ? sampleRequest(described, 'https://api.example.com/', examples) : []
}

test('a request is told in four languages, with its secret, its parameters and its body', () => {
  const [curl, ...others] = samples({
    security: [{ token: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'u 1' },
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'unused', in: 'query', schema: { type: 'string' } },
    ],
    requestBody: {
      content: { 'application/json': { schema: { properties: { name: { type: 'string', examples: ['Ann'] } } } } },
    },
  })
  expect(curl?.code).toBe(`curl 'https://api.example.com/users/u%201?q=<q>' \\
  --request POST \\
  --header 'Authorization: Bearer <token>' \\
  --header 'Content-Type: application/json' \\
  --data '{
  "name": "Ann"
}'`)
  expect(others.map(({ label }) => label)).toEqual(['JavaScript', 'Python', 'Go'])
  for (const { code } of others) expect(code).toContain('Ann')
})

const person = {
  parameters: [
    { name: 'required', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'optional', in: 'query', schema: { type: 'string' }, example: 'x' },
    { name: 'bare', in: 'query', schema: { type: 'string' } },
  ],
  requestBody: {
    content: {
      'application/json': {
        schema: { required: ['name'], properties: { name: { type: 'string' }, nick: { type: 'string' } } },
      },
    },
  },
}

test('a site chooses the languages, and every one of them has a request', () => {
  const made = samples(person, '/a', { languages: sampleLanguages })
  expect(made.map(({ language }) => language)).toEqual(sampleLanguages)
  for (const { code } of made) expect(code).toContain('api.example.com')
  expect(samples(person, '/a', { languages: ['rust', 'bash'] }).map(({ label }) => label)).toEqual(['Rust', 'cURL'])
})

test('a site chooses whether requests hold only what is required', () => {
  const shown = (defaults?: 'required' | 'all') => {
    const [curl] = samples(person, '/a', defaults ? { defaults } : {})
    return ['required', 'optional', 'bare', 'name', 'nick'].filter((word) => curl?.code.includes(word))
  }
  expect(shown()).toEqual(['required', 'optional', 'name', 'nick'])
  expect(shown('all')).toEqual(['required', 'optional', 'bare', 'name', 'nick'])
  expect(shown('required')).toEqual(['required', 'name'])
})

test('a site that shows only what its author wrote makes no request', () => {
  expect(samples(person, '/a', { written: true })).toEqual([])
  const own = [{ lang: 'Ruby', label: 'Client', source: 'puts 1' }]
  expect(samples({ 'x-codeSamples': own }, '/a', { written: true })).toHaveLength(1)
})

test('a key may stand in the query, and files are sent as parts', () => {
  const [curl] = samples({
    security: [{ key: [] }],
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: { properties: { file: { type: 'string', format: 'binary' }, n: { type: 'integer' } } },
        },
      },
    },
  })
  expect(curl?.code).toContain('k=<api-key>')
  expect(curl?.code).toContain("--form 'file=@file'")
})

test("the author's own samples go before", () => {
  const own = [{ lang: 'Ruby', label: 'Client', source: 'puts 1' }]
  expect(samples({ 'x-codeSamples': own })).toEqual([{ language: 'ruby', label: 'Client', code: 'puts 1' }])
})

test('limits that would be written out, and what holds itself, cost nothing', () => {
  const [curl] = samples({
    requestBody: {
      content: {
        'application/json': {
          schema: {
            properties: {
              long: { type: 'string', minLength: 1e9 },
              many: { type: 'array', minItems: 1e9, items: { type: 'integer' } },
            },
          },
        },
      },
    },
  })
  expect(curl?.code.length).toBeLessThan(400)
})
