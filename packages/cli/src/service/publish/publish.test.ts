import { expect, test } from 'vitest'
import { job, jobId, jobs, playService, runBindery } from '../../../testing/play-service.ts'

const domain = 'docs.example.com'
const at = (operation: string) => `/v1/domains/${domain}/${operation}`
const current = {
  domain,
  projectId: 'prj_0123456789abcdef',
  jobId,
  version: 'v1',
  commit: 'c'.repeat(40),
  publishedAt: '2026-11-16T09:00:00.000Z',
  pin: null as null | object,
}
const pin = { reason: 'the launch', pinnedAt: '2026-11-16T09:00:00.000Z', pinnedBy: 'key:key_1' }
const only = { 'GET /v1/domains?limit=2': [{ body: { domains: [{ domain }], nextCursor: null } }] }
const rolledBack = {
  ...current,
  replaced: { jobId: 'se_fedcba9876543210', version: 'v2', commit: 'd'.repeat(40) },
  pageChanges: { added: 0, changed: 2, moved: 0, removed: 0, rendered: 0 },
}
const facts = `Domain\t${domain}\nCurrent\t${jobId}\nVersion\tv1\nCommit\t${current.commit}\nPublished\t2026-11-16 09:00:00Z\n`

test('publish takes the domain from the export, and prints what is current', async () => {
  await using service = await playService({
    [`GET ${jobs}/${jobId}`]: [{ body: job('completed') }],
    [`POST ${at('publish')}`]: [{ body: { ...current, pin } }],
  })
  const { code, stdout } = await runBindery(service, ['publish', jobId, '--pin', 'the launch'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${facts}Pinned\tsince 2026-11-16 09:00:00Z: the launch\n` })
  expect(JSON.parse(service.asked[1]?.body ?? '')).toEqual({ jobId, pin: 'the launch' })
  expect(await runBindery(service, ['publish', 'se_1'])).toMatchObject({ code: 1, stdout: '' })
})

test('rollback of the only domain prints the commits and the changed pages, says what replaces it, and is sent with a key', async () => {
  await using service = await playService({ ...only, [`POST ${at('rollback')}`]: [{ body: rolledBack }] })
  const { code, stdout, stderr } = await runBindery(service, ['rollback'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: facts })
  expect(stderr).toContain('ddddddd → ccccccc, 2 pages change.\n')
  expect(stderr).toContain('bindery pin --domain docs.example.com')
  expect(service.asked[1]?.headers['idempotency-key']).toBeTruthy()
})

test('rollback --to takes the domain from that export', async () => {
  await using service = await playService({
    [`GET ${jobs}/${jobId}`]: [{ body: job('completed') }],
    [`POST ${at('rollback')}`]: [{ body: rolledBack }],
  })
  const { stdout } = await runBindery(service, ['rollback', '--to', jobId, '--json'])
  expect(JSON.parse(stdout)).toEqual(rolledBack)
  expect(JSON.parse(service.asked[1]?.body ?? '')).toEqual({ jobId })
})

test('of several domains none is guessed', async () => {
  const several = { domains: [{ domain }, { domain: 'b.example.com' }], nextCursor: null }
  await using service = await playService({ 'GET /v1/domains?limit=2': [{ body: several }] })
  for (const command of ['rollback', 'pin', 'unpin']) {
    const { code, stderr } = await runBindery(service, [command])
    expect([code, stderr]).toEqual([1, expect.stringContaining('Name one with --domain')])
  }
})

test('pin and unpin', async () => {
  await using service = await playService({
    [`POST ${at('pin')}`]: [{ body: { ...current, pin } }],
    [`POST ${at('unpin')}`]: [{ body: current }],
  })
  const pinned = await runBindery(service, ['pin', '--domain', domain, '--reason', 'the launch'])
  expect(pinned.stdout).toContain('Pinned\tsince 2026-11-16 09:00:00Z: the launch\n')
  expect((await runBindery(service, ['unpin', '--domain', domain])).stdout).toBe(facts)
})

test('domains show prints what is current and what was, without what would move a cursor', async () => {
  const publication = {
    jobId,
    version: 'v\u001b[2J1',
    commit: 'c'.repeat(40),
    publishedAt: current.publishedAt,
    publishedBy: 'service',
    cause: 'export',
    available: true,
  }
  await using service = await playService({
    [`GET ${at('current')}`]: [{ body: current }],
    [`GET ${at('publications')}?limit=100`]: [{ body: { publications: [publication], nextCursor: null } }],
  })
  const { stdout } = await runBindery(service, ['domains', 'show', domain])
  expect(stdout.startsWith(`${facts}\n2026-11-16 09:00:00Z\t${jobId}\t`)).toBe(true)
  expect(stdout).toContain('\tccccccc\tservice\texport\tkept\n')
  expect(stdout).not.toContain('\u001b')
  const json = await runBindery(service, ['domains', 'show', domain, '--json'])
  expect(JSON.parse(json.stdout)).toEqual({ ...current, publications: [publication] })
})

test('a rollback that changes nothing is explained with what to do', async () => {
  const body = { error: 'Nothing would change.', code: 'rollback_changes_nothing', requestId: 'r' }
  await using service = await playService({ [`POST ${at('rollback')}`]: [{ status: 409, body }] })
  const { code, stderr } = await runBindery(service, ['rollback', '--domain', domain])
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('Leave out --to')])
  expect(code).not.toBe(0)
})

test('a pinned domain is explained with what to do', async () => {
  const body = { error: 'docs.example.com is pinned.', code: 'domain_pinned', requestId: 'r' }
  await using service = await playService({ [`POST ${at('rollback')}`]: [{ status: 409, body }] })
  const { code, stderr } = await runBindery(service, ['rollback', '--domain', domain])
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('bindery unpin --domain DOMAIN')])
  expect(code).not.toBe(0)
})
