import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Case, expectError, finishedExport, startAndWait, type World } from '../case.ts'
import type { Answer, Call, Client } from '../client.ts'
import { refuseBodies } from './refuse-bodies.ts'

const missing = 'se_0000000000000000'
const nowhere = 'nowhere.example.com'

type Change = (client: Client, domain: string, call: Call) => Promise<Answer>
const changes: Record<string, Change> = {
  publishExport: (client, domain, call) => client.publishExport(domain, call),
  rollBack: (client, domain, call) => client.rollBack(domain, call),
  pinDomain: (client, domain, call) => client.pinDomain(domain, call),
  unpinDomain: (client, domain, call) => client.unpinDomain(domain, call),
}

async function finishedJob(world: World): Promise<string> {
  return (await finishedExport(world, world.demo.domain)).ended.body.jobId
}

/** The domain is at this export, and not pinned. */
async function publishFinished(world: World): Promise<string> {
  const { client, demo } = world
  const jobId = await finishedJob(world)
  await client.unpinDomain(demo.domain, { key: demo.apiKey })
  const answer = await client.publishExport(demo.domain, { key: demo.apiKey, body: { jobId } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.jobId, jobId)
  return jobId
}

/** Another export is current, with other content: only one page. */
async function publishPart(world: World): Promise<void> {
  const { client, demo } = world
  const { ended } = await startAndWait(world, demo.domain, { paths: ['/'] })
  const answer = await client.publishExport(demo.domain, { key: demo.apiKey, body: { jobId: ended.body.jobId } })
  assert.equal(answer.status, 200, answer.text)
}

const done: Case[] = [
  {
    operation: 'publishExport',
    status: 200,
    promise: 'a completed export is published, and again changes nothing',
    run: async (world) => {
      const { client, demo } = world
      const jobId = await publishFinished(world)
      const again = await client.publishExport(demo.domain, { key: demo.apiKey, body: { jobId } })
      assert.equal(
        again.body.publishedAt,
        (await client.getCurrentExport(demo.domain, { key: demo.apiKey })).body.publishedAt,
      )
    },
  },
  {
    operation: 'getCurrentExport',
    status: 200,
    promise: 'a key that may only read sees what is current',
    run: async (world) => {
      const jobId = await publishFinished(world)
      const answer = await world.client.getCurrentExport(world.demo.domain, { key: world.demo.readOnlyKey })
      assert.deepEqual([answer.status, answer.body.jobId, answer.body.pin], [200, jobId, null])
    },
  },
  {
    operation: 'getCurrentExport',
    status: 304,
    promise: 'while the ETag holds there is no body',
    run: async (world) => {
      const { client, demo } = world
      await publishFinished(world)
      const { headers } = await client.getCurrentExport(demo.domain, { key: demo.apiKey })
      const known = { key: demo.apiKey, headers: { 'if-none-match': headers.get('etag') ?? '' } }
      assert.deepEqual([(await client.getCurrentExport(demo.domain, known)).status], [304])
    },
  },
  {
    operation: 'listPublications',
    status: 200,
    promise: 'the history has what was published, the latest first',
    run: async (world) => {
      const { client, demo } = world
      const jobId = await publishFinished(world)
      const { body } = await client.listPublications(demo.domain, '?limit=1', { key: demo.readOnlyKey })
      assert.deepEqual([body.publications[0].jobId, body.publications[0].available], [jobId, true])
    },
  },
  {
    operation: 'rollBack',
    status: 200,
    promise: 'a roll back names what is current then, and is replayed by its Idempotency-Key',
    run: async (world) => {
      const { client, demo } = world
      const jobId = await publishFinished(world)
      await publishPart(world)
      const call = { key: demo.apiKey, body: { jobId }, headers: { 'idempotency-key': randomUUID() } }
      const [first, again] = [await client.rollBack(demo.domain, call), await client.rollBack(demo.domain, call)]
      assert.deepEqual([first.body.jobId, again.text], [jobId, first.text])
    },
  },
  {
    operation: 'rollBack',
    status: 409,
    promise: 'a roll back to the content that is live is refused',
    run: async (world) => {
      const { client, demo } = world
      const jobId = await publishFinished(world)
      const refused = await client.rollBack(demo.domain, { key: demo.apiKey, body: { jobId } })
      expectError(refused, 409, 'rollback_changes_nothing')
    },
  },
  {
    operation: 'rollBack',
    status: 422,
    promise: 'an Idempotency-Key with another roll back is refused',
    run: async (world) => {
      const { client, demo } = world
      const jobId = await publishFinished(world)
      await publishPart(world)
      const headers = { 'idempotency-key': randomUUID() }
      await client.rollBack(demo.domain, { key: demo.apiKey, body: { jobId }, headers })
      const other = await client.rollBack(demo.domain, { key: demo.apiKey, body: { jobId, pin: 'why' }, headers })
      expectError(other, 422, 'idempotency_mismatch')
    },
  },
  {
    operation: 'pinDomain',
    status: 200,
    promise: 'a pinned domain refuses publications with the reason',
    run: async (world) => {
      const { client, demo } = world
      const jobId = await publishFinished(world)
      const pinned = await client.pinDomain(demo.domain, { key: demo.apiKey, body: { reason: 'the launch' } })
      assert.deepEqual([pinned.status, pinned.body.pin.reason], [200, 'the launch'])
      const refused = await client.rollBack(demo.domain, { key: demo.apiKey, body: { jobId } })
      expectError(refused, 409, 'domain_pinned')
      assert.match(refused.body.error, /the launch/)
      await client.unpinDomain(demo.domain, { key: demo.apiKey })
    },
  },
  {
    operation: 'unpinDomain',
    status: 200,
    promise: 'unpinning is done once and for all',
    run: async (world) => {
      const { client, demo } = world
      await publishFinished(world)
      await client.pinDomain(demo.domain, { key: demo.apiKey })
      for (let each = 0; each < 2; each++) {
        const answer = await client.unpinDomain(demo.domain, { key: demo.apiKey })
        assert.deepEqual([answer.status, answer.body.pin], [200, null])
      }
    },
  },
]

const refused: Case[] = [
  {
    operation: 'listPublications',
    status: 400,
    promise: 'a page of no publications is refused',
    run: async ({ client, demo }) =>
      expectError(await client.listPublications(demo.domain, '?limit=0', { key: demo.apiKey }), 400, 'invalid_request'),
  },
  {
    operation: 'getCurrentExport',
    status: 404,
    promise: 'what is current of another organization’s domain is not shown',
    run: async ({ client, demo }) => {
      for (const domain of [nowhere, demo.otherOrgDomain])
        expectError(await client.getCurrentExport(domain, { key: demo.apiKey }), 404, 'domain_not_found')
    },
  },
  {
    operation: 'listPublications',
    status: 404,
    promise: 'the history of another organization’s domain is not shown',
    run: async ({ client, demo }) => {
      for (const domain of [nowhere, demo.otherOrgDomain])
        expectError(await client.listPublications(domain, '', { key: demo.apiKey }), 404, 'domain_not_found')
    },
  },
  ...Object.entries(changes).map(([operation, send]) => ({
    operation,
    status: 404,
    promise: `${operation} of another organization’s domain is refused`,
    run: async ({ client, demo }: World) => {
      const body = operation === 'publishExport' ? { jobId: missing } : {}
      for (const domain of [nowhere, demo.otherOrgDomain])
        expectError(await send(client, domain, { key: demo.apiKey, body }), 404, 'domain_not_found')
    },
  })),
  ...['publishExport', 'rollBack'].flatMap((operation) => refuseExports(operation, changes[operation] as Change)),
  {
    operation: 'pinDomain',
    status: 409,
    promise: 'a domain without a current export cannot be pinned',
    run: async ({ client, demo }) =>
      expectError(await client.pinDomain(demo.failingDomain, { key: demo.apiKey }), 409, 'nothing_published'),
  },
  ...Object.entries(changes).flatMap(([operation, send]) =>
    refuseBodies(operation, operation, (client, call) => send(client, nowhere, call)),
  ),
]

function refuseExports(operation: string, send: Change): Case[] {
  return [
    {
      operation,
      status: 409,
      promise: `${operation} of an export of another domain is refused`,
      run: async (world) => {
        const { client, demo } = world
        const call = { key: demo.apiKey, body: { jobId: await finishedJob(world) } }
        expectError(await send(client, demo.failingDomain, call), 409, 'export_of_another_domain')
      },
    },
    {
      operation,
      status: 410,
      promise: `${operation} of an export whose files are gone is refused`,
      run: async (world) => {
        const { client, demo } = world
        await publishFinished(world)
        const call = { key: demo.apiKey, body: { jobId: demo.expiredJobId } }
        expectError(await send(client, demo.domain, call), 410, 'export_expired')
      },
    },
  ]
}

export const publicationCases = [...done, ...refused]
