import { exportPreview, getExportPreview } from '@bindery/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeExport, failExport } from '../../../testing/api/end-export.ts'
import { expectRefusal } from '../../../testing/api/expect-refusal.ts'
import { makeTenant } from '../../../testing/api/make-tenant.ts'
import { refusalsOf } from '../../../testing/api/refusals.ts'
import { startTestApi, type TestApi } from '../../../testing/api/start-test-api.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { expireExport } from '../../core/exports/cleanup/expire-export.ts'

const jobs = '/v1/static-export/jobs'
const missing = 'se_0000000000000000'
let api: TestApi

beforeAll(async () => {
  api = await startTestApi({ publicUrl: 'https://bindery.example.com/docs' })
})
afterAll(() => api[Symbol.asyncDispose]())

async function startJob(): Promise<string> {
  return (await api.send(jobs, { key: api.tenant.key, body: { domain: api.tenant.domain } })).body.jobId
}

const preview = (id: string, sent: object = {}) => api.send(`${jobs}/${id}/preview`, { key: api.tenant.key, ...sent })

test.each(refusalsOf(getExportPreview))('$status $promise', ({ run }) =>
  run(api, (key) => api.send(`${jobs}/${missing}/preview`, { key })),
)

describe('200', () => {
  test('an address that expires, at the address of the installation; who asked is written down', async () => {
    const id = await startJob()
    await completeExport(api.database.pool, id)
    const { body } = await preview(id)
    expect(exportPreview.parse(body)).toMatchObject({ jobId: id })
    expect(body.previewUrl).toMatch(/^https:\/\/bindery\.example\.com\/docs\/preview\/[0-9a-f]{56}\/$/)
    const left = Date.parse(body.expiresAt) - Date.now()
    expect(left).toBeGreaterThan(50 * 60_000)
    expect(left).toBeLessThanOrEqual(60 * 60_000)
    expect((await preview(id)).body.previewUrl).toBe(body.previewUrl)
    const audit = await api.database.pool.query("select 1 from audit where action = 'export.preview' and target = $1", [
      id,
    ])
    expect(audit.rowCount).toBe(2)
  })

  test('with a name for previews, on a subdomain of it', async () => {
    await using other = await startTestApi({
      database: api.database,
      publicUrl: 'https://bindery.example.com:8443',
      previewDomain: 'previews.example.com',
    })
    const id = await startJob()
    await completeExport(api.database.pool, id)
    const { body } = await other.send(`${jobs}/${id}/preview`, { key: api.tenant.key })
    expect(body.previewUrl).toMatch(/^https:\/\/[0-9a-f]{56}\.previews\.example\.com:8443\/$/)
  })
})

describe('404', () => {
  test("another organization's export and one that never was, to the byte", async () => {
    const id = await startJob()
    await completeExport(api.database.pool, id)
    const { key } = await makeTenant(api.database.db)
    const headers = { 'x-request-id': 'same' }
    const foreign = await preview(id, { key, headers })
    expectRefusal(foreign, 'export_not_found')
    expect((await preview(missing, { key, headers })).text).toBe(foreign.text)
  })
})

describe('409', () => {
  test('before the export has completed, and after it failed', async () => {
    const id = await startJob()
    expectRefusal(await preview(id), 'export_not_completed')
    await failExport(api.database.pool, id)
    expectRefusal(await preview(id), 'export_failed')
  })
})

describe('410', () => {
  test('once the time of its files is over', async () => {
    const id = await startJob()
    await completeExport(api.database.pool, id)
    await expireExport(api.database.db, id, operator, { withdraw: true })
    expectRefusal(await preview(id), 'export_expired')
  })
})
