import assert from 'node:assert/strict'
import { type Case, expectError, finishedExport, type World } from '../case.ts'
import type { Answer } from '../client.ts'

const missing = 'se_0000000000000000'

const files: Case[] = [
  {
    operation: 'listExportFiles',
    status: 200,
    promise: 'the list pages through every file of a completed export once',
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      const seen: string[] = []
      let cursor = '0'
      do {
        const page = await client.listExportFiles(ended.body.jobId, `?limit=97&cursor=${cursor}`, {
          key: demo.readOnlyKey,
        })
        seen.push(...page.body.files.map((file: { path: string }) => file.path))
        cursor = page.body.nextCursor ?? ''
      } while (cursor)
      assert.ok(seen.includes('index.html') && seen.length > ended.body.pageCount)
      assert.deepEqual(seen, [...new Set(seen)].sort())
    },
  },
  {
    operation: 'getExportFile',
    status: 200,
    promise: 'a file is what the list says of it, byte for byte',
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      const { body } = await client.listExportFiles(ended.body.jobId, '?limit=1000', { key: demo.apiKey })
      const listed = body.files.find((file: { path: string }) => file.path === 'index.html')
      const answer = await client.getExportFile(ended.body.jobId, 'index.html', { key: demo.readOnlyKey })
      assert.equal(Buffer.byteLength(answer.text), listed.size)
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(answer.text)))
      assert.equal(digest.toString('hex'), listed.sha256)
      assert.equal(answer.headers.get('repr-digest'), `sha-256=:${digest.toString('base64')}:`)
    },
  },
  {
    operation: 'getExportPreview',
    status: 200,
    promise: 'the address shows the site as a host would, and nobody has it by chance',
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      const { body } = await client.getExportPreview(ended.body.jobId, { key: demo.readOnlyKey })
      assert.ok(new Date(body.expiresAt) > new Date())
      const file = await client.getExportFile(ended.body.jobId, 'index.html', { key: demo.apiKey })
      // Wherever the service says that it is, it is asked where this suite reaches it.
      const shown = await fetch(new URL(new URL(body.previewUrl).pathname, demo.baseUrl))
      assert.deepEqual([shown.status, await shown.text()], [200, file.text])
      assert.equal(shown.headers.get('x-robots-tag'), 'noindex')
      const guessed = body.previewUrl.replace(/[0-9a-f]{56}/, 'f'.repeat(56))
      assert.equal((await fetch(new URL(new URL(guessed).pathname, demo.baseUrl))).status, 404)
    },
  },
  {
    operation: 'getExportPreview',
    status: 404,
    promise: 'a missing export has no preview',
    run: async ({ client, demo }) =>
      expectError(await client.getExportPreview(missing, { key: demo.apiKey }), 404, 'export_not_found'),
  },
  {
    operation: 'listExportChanges',
    status: 200,
    promise: 'an export compared with itself has no changes',
    run: async (world) => {
      const { client, demo } = world
      const { jobId } = (await finishedExport(world, demo.domain)).ended.body
      const { body } = await client.listExportChanges(jobId, `?since=${jobId}`, { key: demo.readOnlyKey })
      assert.deepEqual(body, {
        jobId,
        since: jobId,
        counts: { added: 0, changed: 0, moved: 0, removed: 0, rendered: 0 },
        pages: [],
        nextCursor: null,
      })
    },
  },
  {
    operation: 'listExportChanges',
    status: 400,
    promise: 'a comparison with nothing is refused',
    run: async ({ client, demo }) =>
      expectError(await client.listExportChanges(missing, '', { key: demo.apiKey }), 400, 'invalid_request'),
  },
  {
    operation: 'listExportChanges',
    status: 404,
    promise: 'a missing export has no changes, nor is any compared with it',
    run: async (world) => {
      const { client, demo } = world
      const { jobId } = (await finishedExport(world, demo.domain)).ended.body
      for (const [id, since] of [
        [missing, jobId],
        [jobId, missing],
      ] as const) {
        const answer = await client.listExportChanges(id, `?since=${since}`, { key: demo.apiKey })
        expectError(answer, 404, 'export_not_found')
      }
    },
  },
  {
    operation: 'getPageDifference',
    status: 200,
    promise: 'a page compared with itself has no changed block',
    run: async (world) => {
      const { client, demo } = world
      const { jobId } = (await finishedExport(world, demo.domain)).ended.body
      const { body } = await client.getPageDifference(jobId, 'index', `?since=${jobId}`, { key: demo.readOnlyKey })
      assert.deepEqual(body, { jobId, since: jobId, path: 'index', blocks: [] })
    },
  },
  {
    operation: 'getPageDifference',
    status: 400,
    promise: 'a page is not compared with nothing',
    run: async ({ client, demo }) =>
      expectError(await client.getPageDifference(missing, 'index', '', { key: demo.apiKey }), 400, 'invalid_request'),
  },
  {
    operation: 'getPageDifference',
    status: 404,
    promise: 'a page that neither export has is not found',
    run: async (world) => {
      const { client, demo } = world
      const { jobId } = (await finishedExport(world, demo.domain)).ended.body
      const answer = await client.getPageDifference(jobId, 'no/such', `?since=${jobId}`, { key: demo.apiKey })
      expectError(answer, 404, 'file_not_found')
    },
  },
  {
    operation: 'getExportFile',
    status: 404,
    promise: 'a path that no file has is not found, nor a file of a missing export',
    run: async (world) => {
      const { client, demo } = world
      const { ended } = await finishedExport(world, demo.domain)
      const { jobId } = ended.body
      expectError(await client.getExportFile(jobId, 'no/such', { key: demo.apiKey }), 404, 'file_not_found')
      expectError(await client.getExportFile(missing, 'index.html', { key: demo.apiKey }), 404, 'export_not_found')
    },
  },
  {
    operation: 'listExportFiles',
    status: 404,
    promise: 'the files of a missing export are not found',
    run: async ({ client, demo }) =>
      expectError(await client.listExportFiles(missing, '', { key: demo.apiKey }), 404, 'export_not_found'),
  },
  {
    operation: 'listExportFiles',
    status: 400,
    promise: 'a list of files with an impossible cursor is refused',
    run: async ({ client, demo }) =>
      expectError(await client.listExportFiles(missing, '?cursor=x', { key: demo.apiKey }), 400, 'invalid_request'),
  },
  ...(
    [
      ['listExportFiles', ({ client, demo }, jobId) => client.listExportFiles(jobId, '', { key: demo.apiKey })],
      ['getExportPreview', ({ client, demo }, jobId) => client.getExportPreview(jobId, { key: demo.apiKey })],
      ['getExportFile', ({ client, demo }, jobId) => client.getExportFile(jobId, 'index.html', { key: demo.apiKey })],
      [
        'listExportChanges',
        ({ client, demo }, jobId) => client.listExportChanges(jobId, `?since=${jobId}`, { key: demo.apiKey }),
      ],
      [
        'getPageDifference',
        ({ client, demo }, jobId) => client.getPageDifference(jobId, 'index', `?since=${jobId}`, { key: demo.apiKey }),
      ],
    ] as [string, (world: World, jobId: string) => Promise<Answer>][]
  ).map(
    ([operation, send]): Case => ({
      operation,
      status: 409,
      promise: `${operation} before the end, or of a failed export, is refused`,
      run: async (world) => {
        const { client, demo } = world
        const started = await client.startExport({ key: demo.apiKey, body: { domain: demo.domain } })
        expectError(await send(world, started.body.jobId), 409, 'export_not_completed')
        const { ended } = await finishedExport(world, demo.failingDomain)
        expectError(await send(world, ended.body.jobId), 409, 'export_failed')
      },
    }),
  ),
]

const expired: Case[] = (
  [
    ['createBundle', ({ client, demo }) => client.createBundle(demo.expiredJobId, { key: demo.apiKey })],
    ['listExportFiles', ({ client, demo }) => client.listExportFiles(demo.expiredJobId, '', { key: demo.apiKey })],
    ['getExportPreview', ({ client, demo }) => client.getExportPreview(demo.expiredJobId, { key: demo.apiKey })],
    ['getExportFile', ({ client, demo }) => client.getExportFile(demo.expiredJobId, 'x', { key: demo.apiKey })],
    [
      'listExportChanges',
      ({ client, demo: { expiredJobId: id, apiKey: key } }) => client.listExportChanges(id, `?since=${id}`, { key }),
    ],
    [
      'getPageDifference',
      ({ client, demo: { expiredJobId: id, apiKey: key } }) =>
        client.getPageDifference(id, 'x', `?since=${id}`, { key }),
    ],
  ] as [string, (world: World) => Promise<Answer>][]
).map(([operation, send]) => ({
  operation,
  status: 410,
  promise: `${operation} of an export whose files are no longer kept says so; its job still says when they went`,
  run: async (world) => {
    expectError(await send(world), 410, 'export_expired')
    const job = await world.client.getExport(world.demo.expiredJobId, { key: world.demo.apiKey })
    assert.equal(job.body.status, 'completed')
    assert.ok(new Date(job.body.retainedUntil) <= new Date())
  },
}))

export const exportFileCases = [...files, ...expired]
