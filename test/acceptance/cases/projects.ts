import assert from 'node:assert/strict'
import { type Case, expectError, type World } from '../case.ts'
import type { Answer, Call } from '../client.ts'

type List = (world: World, query: string, call: Call) => Promise<Answer>

const projects: List = ({ client }, query, call) => client.listProjects(query, call)
const domains: List = ({ client }, query, call) => client.listDomains(query, call)

/** Every item of every page. */
async function walk(list: List, world: World, key: string, name: 'projects' | 'domains'): Promise<Answer['body'][]> {
  const seen: Answer['body'][] = []
  let cursor = ''
  do {
    const page = await list(world, `?limit=2${cursor && `&cursor=${cursor}`}`, { key })
    assert.equal(page.status, 200, page.text)
    seen.push(...page.body[name])
    cursor = page.body.nextCursor ?? ''
  } while (cursor)
  return seen
}

const found: Case[] = [
  {
    operation: 'listProjects',
    status: 200,
    promise: 'a key that may only read finds the ids of its projects, each once, newest first',
    run: async (world) => {
      const seen = await walk(projects, world, world.demo.readOnlyKey, 'projects')
      const order = seen.map(({ createdAt, id }) => `${createdAt} ${id}`)
      assert.deepEqual(order, [...new Set(order)].sort().reverse())
      assert.ok(seen.some(({ id }) => id === world.demo.projectId))
    },
  },
  {
    operation: 'listProjects',
    status: 200,
    promise: 'the list needs no plan, and has nothing of another organization or of projects that the key may not use',
    run: async (world) => {
      const { freePlanKey, otherOrgKey, otherProjectKey, projectId } = world.demo
      for (const key of [freePlanKey, otherOrgKey, otherProjectKey]) {
        const seen = await walk(projects, world, key, 'projects')
        assert.ok(!seen.some(({ id }) => id === projectId))
      }
      const others = await walk(projects, world, otherOrgKey, 'projects')
      assert.ok(others.some(({ id }) => id === world.demo.otherProjectId))
    },
  },
  {
    operation: 'listDomains',
    status: 200,
    promise: 'a key that may only read finds its domains, each once, with project and proof',
    run: async (world) => {
      const { demo } = world
      const seen = await walk(domains, world, demo.readOnlyKey, 'domains')
      const names = seen.map(({ domain }) => domain)
      assert.equal(new Set(names).size, names.length)
      const own = seen.find(({ domain }) => domain === demo.domain)
      assert.equal(own.projectId, demo.projectId)
      assert.ok(own.verifiedAt)
      assert.equal(seen.find(({ domain }) => domain === demo.claimedDomain).verifiedAt, null)
      const filtered = await domains(world, `?projectId=${demo.projectId}&limit=100`, { key: demo.apiKey })
      for (const { projectId } of filtered.body.domains) assert.equal(projectId, demo.projectId)
    },
  },
  {
    operation: 'listDomains',
    status: 200,
    promise: 'the list needs no plan, and has nothing of another organization or of projects that the key may not use',
    run: async (world) => {
      const { freePlanKey, otherOrgKey, otherProjectKey, projectId } = world.demo
      for (const key of [freePlanKey, otherOrgKey, otherProjectKey]) {
        const seen = await walk(domains, world, key, 'domains')
        assert.ok(!seen.some((one) => one.projectId === projectId))
        const named = await domains(world, `?projectId=${projectId}`, { key })
        assert.deepEqual(named.body, { domains: [], nextCursor: null })
      }
    },
  },
]

const refused: Case[] = (
  [
    ['listProjects', projects, ['?limit=0', '?limit=x', '?colour=red', '?cursor=nonsense']],
    ['listDomains', domains, ['?limit=0', '?colour=red', '?projectId=x', '?cursor=..']],
  ] as [string, List, string[]][]
).flatMap(([operation, list, queries]) =>
  queries.map((query) => ({
    operation,
    status: 400,
    promise: `${operation} with ${query} is refused`,
    run: async (world: World) =>
      expectError(await list(world, query, { key: world.demo.apiKey }), 400, 'invalid_request'),
  })),
)

export const projectCases = [...found, ...refused]
