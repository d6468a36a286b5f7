import { createAgentJob, startExport } from '@bindery/contract'
import { expect, test } from 'vitest'
import { describeIssue } from './describe-issue.ts'

function faultsOf(route: typeof startExport | typeof createAgentJob, body: unknown): string[] {
  const { error } = route.body?.schema.safeParse(body, { error: describeIssue }) ?? {}
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []
}

test('a mistake in a body reads as the end of a sentence', () => {
  expect(faultsOf(startExport, {})).toEqual(['domain is required'])
  expect(faultsOf(createAgentJob, { prompt: '' })).toEqual(['prompt must not be empty'])
  expect(faultsOf(createAgentJob, { prompt: 7 })).toEqual(['prompt must be text'])
  expect(faultsOf(startExport, { domain: 'docs.example.com', pages: 'odd' })).toEqual([
    'pages must be one of lenient, strict',
  ])
})

test('a schema that has a sentence of its own keeps it', () => {
  expect(faultsOf(startExport, { domain: 'docs.example.com', ref: 'a..b' })[0]).toMatch(
    /^ref must be the name of a branch/,
  )
})
