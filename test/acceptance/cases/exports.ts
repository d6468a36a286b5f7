import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Case, expectError, finishedExport, startAndWait, type World } from '../case.ts'
import type { Answer } from '../client.ts'
import { proveDelta } from '../prove-delta.ts'
import { refuseBodies } from './refuse-bodies.ts'

const missing = 'se_0000000000000000'

const start: Case[] = [
  {
    operation: 'startExport',
    status: 202,
    promise: 'a start answers at once with the whole job and where to poll it',
    run: async ({ client, demo }) => {
      const answer = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain } })
      assert.equal(answer.status, 202)
      assert.match(answer.body.jobId, /^se_[0-9a-f]{16}$/)
      assert.equal(answer.body.status, 'queued')
      assert.equal(answer.headers.get('location'), `/v1/static-export/jobs/${answer.body.jobId}`)
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    },
  },
  {
    operation: 'startExport',
    status: 202,
    promise: 'an export runs to its end, and its numbers never fall',
    run: async ({ client, demo }) => {
      const { body } = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain, version: 'v1.0' } })
      let last = { progress: 0, pageCount: 0, status: 'queued' }
      while (!['completed', 'failed'].includes(last.status)) {
        const answer = await client.getExport(body.jobId, { key: demo.apiKey, headers: { prefer: 'wait=10' } })
        assert.ok(answer.body.progress >= last.progress && answer.body.pageCount >= last.pageCount)
        assert.equal(answer.body.progress === 100, answer.body.status === 'completed')
        last = answer.body
      }
      assert.equal(last.status, 'completed')
      assert.ok(last.pageCount > 0)
      assert.equal((last as unknown as { version: string }).version, 'v1.0')
    },
  },
  {
    operation: 'startExport',
    status: 202,
    promise: 'an export of some paths holds these pages alone; a path that is no page fails the job and is named',
    run: async (world) => {
      const { ended } = await startAndWait(world, world.demo.domain, { paths: ['/'] })
      assert.equal(ended.body.status, 'completed', ended.text)
      assert.equal(ended.body.totalPages, 1)
      const { ended: failed } = await startAndWait(world, world.demo.domain, { paths: ['/', 'no/such/page'] })
      assert.equal(failed.body.errorCode, 'page_not_found')
      assert.match(failed.body.error, /no\/such\/page/)
    },
  },
  {
    operation: 'startExport',
    status: 202,
    promise: 'the same Idempotency-Key and body give the first answer again',
    run: async ({ client, demo }) => {
      const call = { key: demo.apiKey, body: { domain: demo.domain }, headers: { 'idempotency-key': randomUUID() } }
      const first = await client.startExport(call)
      const second = await client.startExport(call)
      assert.equal(first.status, 202)
      assert.equal(second.text, first.text)
    },
  },
  {
    operation: 'startExport',
    status: 409,
    promise: 'a domain that is not verified is refused, and the answer does not say whether another has it',
    run: async ({ client, demo }) => {
      const answers = []
      for (const domain of [demo.claimedDomain, demo.contestedDomain]) {
        const answer = await client.startExport({ key: demo.apiKey, body: { domain } })
        expectError(answer, 409, 'domain_not_verified')
        answers.push(answer.body.error.replaceAll(domain, ''))
      }
      assert.equal(answers[1], answers[0])
      const owner = await client.startExport({ key: demo.otherOrgKey, body: { domain: demo.contestedDomain } })
      assert.equal(owner.status, 202, owner.text)
    },
  },
  {
    operation: 'startExport',
    status: 422,
    promise: 'the same Idempotency-Key with another body is refused',
    run: async ({ client, demo }) => {
      const headers = { 'idempotency-key': randomUUID() }
      await client.startExport({ key: demo.apiKey, headers, body: { domain: demo.domain } })
      const answer = await client.startExport({
        key: demo.apiKey,
        headers,
        body: { domain: demo.domain, version: 'b' },
      })
      expectError(answer, 422, 'idempotency_mismatch')
    },
  },
  {
    operation: 'startExport',
    status: 409,
    promise: 'of many requests with one Idempotency-Key at once, one makes a job and none makes a second',
    run: proveOneJobPerKey,
  },
  {
    operation: 'startExport',
    status: 404,
    promise: 'a domain that is not ours is not found',
    run: async ({ client, demo }) => {
      const absent = await client.startExport({ key: demo.apiKey, body: { domain: 'nobody.example.com' } })
      expectError(absent, 404, 'domain_not_found')
      const foreign = await client.startExport({ key: demo.apiKey, body: { domain: demo.otherOrgDomain } })
      expectError(foreign, 404, 'domain_not_found')
    },
  },
  {
    operation: 'startExport',
    status: 404,
    promise: 'a key that is bound to another project does not see the domain',
    run: async ({ client, demo }) => {
      const answer = await client.startExport({ key: demo.otherProjectKey, body: { domain: demo.domain } })
      expectError(answer, 404, 'domain_not_found')
    },
  },
  {
    operation: 'startExport',
    status: 429,
    promise: 'by default the 61st start of an hour is refused',
    run: async ({ client, demo }) => {
      const call = { key: demo.defaultQuotaKey, body: { domain: demo.defaultQuotaDomain } }
      for (let i = 0; i < 60; i++) assert.equal((await client.startExport(call)).status, 202)
      expectError(await client.startExport(call), 429, 'quota_exceeded')
    },
  },
]

/** 50 keys, each sent 20 times at once, make exactly 50 jobs. */
async function proveOneJobPerKey({ client, demo }: World): Promise<void> {
  const jobs = new Set<string>()
  let inFlight: Answer | undefined
  for (let i = 0; i < 50; i++) {
    const headers = { 'idempotency-key': randomUUID() }
    const call = { key: demo.apiKey, body: { domain: demo.failingDomain }, headers }
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.startExport(call)))
    for (const { status, body } of answers) if (status === 202) jobs.add(body.jobId)
    inFlight ??= answers.find(({ status }) => status === 409)
    assert.equal(jobs.size, i + 1)
  }
  assert.ok(inFlight, '1,000 requests and never two of one key at the same time')
  expectError(inFlight, 409, 'idempotency_in_flight')
}

const bodies: [string, string, string | undefined, Record<string, string>, number][] = [
  ['no body', 'invalid_request', undefined, { 'content-type': 'application/json' }, 400],
  ['malformed JSON', 'malformed_json', '{"domain":', {}, 400],
  ['a body that is no object', 'invalid_request', '[]', {}, 400],
  ['no domain', 'invalid_request', '{}', {}, 400],
  ['a number for a domain', 'invalid_request', '{"domain":1}', {}, 400],
  ['a domain with a scheme', 'invalid_request', '{"domain":"https://docs.example.com"}', {}, 400],
  ['an unknown field', 'invalid_request', '{"domain":"docs.example.com","colour":"red"}', {}, 400],
  ['an impossible ref', 'invalid_request', '{"domain":"docs.example.com","ref":"-x"}', {}, 400],
  ['an impossible version', 'invalid_request', '{"domain":"docs.example.com","version":"a b"}', {}, 400],
  ['an empty list of paths', 'invalid_request', '{"domain":"docs.example.com","paths":[]}', {}, 400],
  ['a body over 64 KiB', 'body_too_large', `{"domain":"${'a'.repeat(70_000)}"}`, {}, 413],
  ['a form', 'unsupported_media_type', 'domain=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
]

const startBodies: Case[] = bodies.map(([what, code, rawBody, headers, status]) => ({
  operation: 'startExport',
  status,
  promise: `a start with ${what} is refused`,
  run: async ({ client, demo }) => {
    const answer = await client.startExport({ key: demo.apiKey, headers, ...(rawBody !== undefined && { rawBody }) })
    expectError(answer, status, code)
    if (what === 'an unknown field') assert.match(JSON.stringify(answer.body.details), /colour/)
  },
}))

const read: Case[] = [
  {
    operation: 'getExport',
    status: 200,
    promise: 'a poll has an ETag, and Retry-After until the job has ended',
    run: async (world) => {
      const { ended } = await finishedExport(world, world.demo.domain)
      assert.ok(ended.headers.get('etag'))
      assert.equal(ended.headers.get('retry-after'), null)
      const { client, demo } = world
      const started = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain } })
      const answer = await client.getExport(started.body.jobId, { key: demo.apiKey })
      if (!['completed', 'failed'].includes(answer.body.status)) assert.ok(answer.headers.get('retry-after'))
    },
  },
  {
    operation: 'getExport',
    status: 304,
    promise: 'an unchanged job answers 304 without a body',
    run: async (world) => {
      const { ended } = await finishedExport(world, world.demo.domain)
      const etag = ended.headers.get('etag') ?? ''
      const { client, demo } = world
      const answer = await client.getExport(ended.body.jobId, {
        key: demo.readOnlyKey,
        headers: { 'if-none-match': etag },
      })
      assert.equal(answer.status, 304)
      assert.equal(answer.text, '')
      assert.equal(answer.headers.get('etag'), etag)
    },
  },
  {
    operation: 'getExport',
    status: 404,
    promise: "another organization's job and a missing one answer the same bytes",
    run: async (world) => {
      const { ended } = await finishedExport(world, world.demo.domain)
      const headers = { 'x-request-id': 'same' }
      const foreign = await world.client.getExport(ended.body.jobId, { key: world.demo.otherOrgKey, headers })
      const absent = await world.client.getExport(missing, { key: world.demo.otherOrgKey, headers })
      expectError(foreign, 404, 'export_not_found')
      const aside = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
      assert.equal(aside(foreign.text), aside(absent.text))
    },
  },
  {
    operation: 'getExport',
    status: 200,
    promise: 'a job that cannot succeed ends as failed, with a reason, and never as an HTTP error',
    run: async (world) => {
      const { ended } = await finishedExport(world, world.demo.failingDomain)
      assert.equal(ended.status, 200)
      assert.equal(ended.body.status, 'failed')
      assert.match(ended.body.errorCode, /^repository_/)
      assert.ok(ended.body.error.length > 20)
    },
  },
  {
    operation: 'listExports',
    status: 200,
    promise: 'the list pages through every job once, newest first, and filters',
    run: async ({ client, demo }) => {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await client.listExports(`?limit=7${cursor && `&cursor=${cursor}`}`, { key: demo.apiKey })
        seen.push(...page.body.jobs.map((job: { createdAt: string; jobId: string }) => `${job.createdAt} ${job.jobId}`))
        cursor = page.body.nextCursor ?? ''
      } while (cursor)
      assert.ok(seen.length > 7)
      assert.deepEqual(seen, [...new Set(seen)].sort().reverse())
      const failed = await client.listExports(`?status=failed&domain=${demo.failingDomain}`, { key: demo.apiKey })
      for (const job of failed.body.jobs) assert.equal(job.status, 'failed')
    },
  },
  ...['?limit=0', '?limit=x', '?status=done', '?colour=red', '?cursor=nonsense'].map((query) => ({
    operation: 'listExports',
    status: 400,
    promise: `a list with ${query} is refused`,
    run: async ({ client, demo }: World) =>
      expectError(await client.listExports(query, { key: demo.apiKey }), 400, 'invalid_request'),
  })),
]

const bundle: Case[] = [
  {
    operation: 'createBundle',
    status: 200,
    promise: 'a completed export gives a link to one archive of the digest and size that it names, again and again',
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      const first = await client.createBundle(ended.body.jobId, { key: demo.readOnlyKey })
      const second = await client.createBundle(ended.body.jobId, { key: demo.apiKey, rawBody: '{}' })
      assert.equal(first.status, 200)
      assert.doesNotMatch(first.body.bundleUrl, /[,{}\\]/)
      assert.equal(second.body.sha256, first.body.sha256)
      const archive = await (await fetch(first.body.bundleUrl)).bytes()
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', archive)).toString('hex')
      assert.equal(digest, first.body.sha256)
      assert.equal(archive.length, first.body.sizeBytes)
      assert.ok(new Date(first.body.expiresAt) > new Date())
    },
  },
  {
    operation: 'createBundle',
    status: 404,
    promise: 'a bundle of a job that does not exist is not found',
    run: async ({ client, demo }) =>
      expectError(await client.createBundle(missing, { key: demo.apiKey }), 404, 'export_not_found'),
  },
  {
    operation: 'createBundle',
    status: 409,
    promise: 'a bundle before the end, or of a failed export, is refused',
    run: async (world) => {
      const { client, demo } = world
      const started = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain } })
      expectError(await client.createBundle(started.body.jobId, { key: demo.apiKey }), 409, 'export_not_completed')
      const { ended } = await startAndWait(world, demo.failingDomain)
      expectError(await client.createBundle(ended.body.jobId, { key: demo.apiKey }), 409, 'export_failed')
    },
  },
  {
    operation: 'createBundle',
    status: 200,
    promise: 'a delta of one page is small, made once, and turns the earlier bundle into the later one byte by byte',
    run: proveDelta,
  },
  {
    operation: 'createBundle',
    status: 400,
    promise: 'a delta since something that is no job is refused',
    run: async ({ client, demo }) => {
      const answer = await client.createBundle(missing, { key: demo.apiKey, body: { since: 'yesterday' } })
      expectError(answer, 400, 'invalid_request')
    },
  },
  {
    operation: 'createBundle',
    status: 404,
    promise: "a delta since a job that does not exist, or since another organization's, is not found",
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      const foreign = await client.startExport({ key: demo.otherOrgKey, body: { domain: demo.otherOrgDomain } })
      for (const since of [missing, foreign.body.jobId]) {
        const answer = await client.createBundle(ended.body.jobId, { key: demo.apiKey, body: { since } })
        expectError(answer, 404, 'export_not_found')
      }
    },
  },
  {
    operation: 'createBundle',
    status: 409,
    promise: 'a delta since a job that has no bundle, or is of another project, is refused',
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      const { ended: elsewhere } = await finishedExport(world, demo.privateDomain)
      const running = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain } })
      for (const since of [running.body.jobId, elsewhere.body.jobId]) {
        const answer = await client.createBundle(ended.body.jobId, { key: demo.apiKey, body: { since } })
        expectError(answer, 409, 'export_not_comparable')
      }
    },
  },
  ...refuseBodies('createBundle', 'a bundle request', (client, call) => client.createBundle(missing, call)),
]

const report: Case[] = [
  {
    operation: 'getExportReport',
    status: 200,
    promise: 'the report of an export counts its pages and names what its author should fix',
    run: async (world) => {
      const { ended } = await finishedExport(world, world.demo.domain)
      const { body } = await world.client.getExportReport(ended.body.jobId, { key: world.demo.readOnlyKey })
      assert.equal(body.counts.pages, ended.body.pageCount)
      assert.equal(body.counts.failed, 0)
      assert.deepEqual(body.outsideHosts, [])
    },
  },
  {
    operation: 'getExportReport',
    status: 404,
    promise: 'an export that does not exist, or failed before its pages were looked at, has no report',
    run: async (world) => {
      const { client, demo } = world
      expectError(await client.getExportReport(missing, { key: demo.apiKey }), 404, 'export_not_found')
      const { ended } = await finishedExport(world, demo.failingDomain)
      expectError(await client.getExportReport(ended.body.jobId, { key: demo.apiKey }), 404, 'report_not_found')
    },
  },
  {
    operation: 'getExportReport',
    status: 409,
    promise: 'an export that has not ended has no report yet',
    run: async ({ client, demo }) => {
      const started = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain } })
      expectError(await client.getExportReport(started.body.jobId, { key: demo.apiKey }), 409, 'export_not_completed')
    },
  },
]

export const exportCases = [...start, ...startBodies, ...read, ...bundle, ...report]
