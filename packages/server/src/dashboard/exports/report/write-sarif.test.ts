import { expect, test } from 'vitest'
import type { ExportRecord } from '../../../core/exports/read/read-export.ts'
import { writeSarif } from './write-sarif.ts'

const job = { commit: null, projectRepository: 'https://git.example/a', projectDocsPath: '' } as ExportRecord

test('advice is a note, and what is a matter of a whole file has no region', () => {
  const finding = { code: 'configuration', severity: 'advice', message: 'No.', file: 'docs.json' } as const
  const { runs } = JSON.parse(writeSarif(job, [{ ...finding, line: null, column: null }], '1.2.3'))
  expect(runs[0]).not.toHaveProperty('versionControlProvenance')
  expect(runs[0].results[0].level).toBe('note')
  expect(runs[0].results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'docs.json', uriBaseId: '%SRCROOT%' },
  })
})

test('a report without findings is a run without results', () => {
  const { runs } = JSON.parse(writeSarif(job, [], '1.2.3'))
  expect(runs[0]).toMatchObject({ results: [], tool: { driver: { name: 'Bindery', rules: [] } } })
})
