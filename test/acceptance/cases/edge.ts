import assert from 'node:assert/strict'
import { type Case, expectError } from '../case.ts'

/** What holds beside the described operations; counted under the operation that it stands next to. */
export const edgeCases: Case[] = [
  {
    operation: 'getExport',
    status: 401,
    promise: 'with Accept: application/problem+json the same facts come as RFC 9457, without a status member',
    run: async ({ client }) => {
      const answer = await client.getExport('se_0000000000000000', { headers: { accept: 'application/problem+json' } })
      assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/problem+json')
      assert.equal(answer.body.code, 'missing_key')
      assert.equal(answer.body.status, undefined)
    },
  },
  {
    operation: 'getExport',
    status: 200,
    promise: 'a wrong method answers 405 and says which are allowed; an unknown path 404',
    run: async ({ client, demo }) => {
      const headers = { authorization: `Bearer ${demo.apiKey}` }
      const wrongMethod = await client.plain('/v1/static-export/jobs', { method: 'DELETE', headers })
      assert.equal(wrongMethod.status, 405)
      assert.deepEqual(wrongMethod.headers.get('allow')?.split(', ').sort(), ['GET', 'HEAD', 'POST'])
      const unknown = await client.plain('/v1/nothing', { headers })
      assert.equal(unknown.status, 404)
      assert.equal(((await unknown.json()) as { code: string }).code, 'route_not_found')
    },
  },
  {
    operation: 'getExport',
    status: 200,
    promise: 'the service describes itself and says that it is well',
    run: async ({ client }) => {
      const description = (await (await client.plain('/openapi.json')).json()) as { info: { version: string } }
      assert.equal(description.info.version, '2.0.0')
      assert.equal((await client.plain('/healthz')).status, 200)
      assert.equal((await client.plain('/readyz')).status, 200)
    },
  },
  {
    operation: 'getExport',
    status: 404,
    promise: 'Prefer: wait is no way round a refusal',
    run: async ({ client, demo }) => {
      const began = performance.now()
      const answer = await client.getExport('se_0000000000000000', { key: demo.apiKey, headers: { prefer: 'wait=30' } })
      expectError(answer, 404, 'export_not_found')
      assert.ok(performance.now() - began < 5_000)
    },
  },
]
