import { getExportReport } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const report = (id: string, sent: object = {}) => api.send(`${jobs}/${id}/report`, { key: api.tenant.key, ...sent })

test.each(refusalsOf(getExportReport))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`${jobs}/${missing}/report`, { key })),
)

describe('404', () => {
  test("another organization's export and one that never was, to the byte", async () => {
    const { body } = await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })
    const { key } = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await report(body.jobId, { key, headers })
    expectRefusal(foreign, 'export_not_found')
    expect((await report(missing, { key, headers })).text).toBe(foreign.text)
  })
})

describe('409', () => {
  test('before the export has ended', async () => {
    const { body } = await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })
    expectRefusal(await report(body.jobId), 'export_not_completed')
  })
})
