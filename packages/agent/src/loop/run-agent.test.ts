import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createModelServer } from '../../../../deploy/local/model-server.ts'
import { askModel } from '../model/ask-model.ts'
import type { ModelRequest } from '../model/model-request.ts'
import { type ModelSettings, openModel } from '../model/open-model.ts'
import type { Diagnostic, ToolContext } from '../tools/tool.ts'
import { useTool } from '../tools/use-tool.ts'
import { openTree } from '../tree/open-tree.ts'
import type { Change } from '../tree/tree.ts'
import type { AgentOutcome, Budget } from './assignment.ts'
import { runAgent } from './run-agent.ts'

const signal = AbortSignal.timeout(60_000)
const budget: Budget = { tokens: 2_000_000, steps: 40, minutes: 10, changedLines: 500, fixAttempts: 2 }
let server: Server
let baseUrl = ''
let folder = ''
let changes: Change[] = []
let answers = 0
let told: string[] = []
let lastQuestion: ModelRequest | undefined

beforeAll(async () => {
  server = createModelServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-agent-job-'))
  changes = []
  answers = 0
  told = []
  await writeFile(join(folder, 'quickstart.mdx'), '# Quickstart\n\nBegin.\n\n## A link that expires\n\nIt does.\n')
  await writeFile(join(folder, 'cli.mdx'), '# CLI\n\n## Exit codes\n\n0 is good.\n')
})

afterEach(() => rm(folder, { recursive: true }))

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Stands in for the exporter: a link must lead to one of the two pages. */
async function findBrokenLinks(): Promise<Diagnostic[]> {
  const pages = ['quickstart.mdx', 'cli.mdx']
  const texts = await Promise.all(pages.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.flatMap((text, i) =>
    [...text.matchAll(/\]\(\/([\w-]+)/g)]
      .filter(([, target]) => !pages.includes(`${target}.mdx`))
      .map(([, target]) => ({ file: pages[i] ?? '', kind: 'broken_link', message: `There is no page /${target}.` })),
  )
}

async function runJob(
  instruction: string,
  given: { budget?: Partial<Budget>; provider?: ModelSettings['provider'] } = {},
): Promise<AgentOutcome> {
  const model = openModel({ provider: given.provider ?? 'openai-compatible', model: 'scripted', baseUrl, fetch })
  const desk: ToolContext = { tree: await openTree(folder), docsPath: '', check: findBrokenLinks }
  return runAgent(
    { instruction, earlier: [], conventions: [], docsPath: '', pages: [], budget: { ...budget, ...given.budget } },
    {
      ask: (question) => {
        answers++
        lastQuestion = question
        return askModel(model, question, signal)
      },
      use: async (call) => {
        const outcome = await useTool(call, desk, signal)
        changes.push(...outcome.changes)
        told.push(outcome.text)
        return outcome
      },
      check: findBrokenLinks,
    },
  )
}

const regionFlag = 'Document the new `--region` flag in the CLI page and link it from the quickstart'

describe.each(['anthropic', 'openai', 'openai-compatible'] as const)('with %s', (provider) => {
  test('an instruction is carried out: exactly the two pages change', async () => {
    const outcome = await runJob(regionFlag, { provider })
    expect(outcome).toMatchObject({ kind: 'finished', title: 'Document the --region flag' })
    expect(changes.map(({ path }) => path)).toEqual(['cli.mdx', 'quickstart.mdx'])
    expect(await readFile(join(folder, 'quickstart.mdx'), 'utf8')).toContain('(/cli#region)')
    expect(await readFile(join(folder, 'cli.mdx'), 'utf8')).toMatch(
      /## Region\n[\s\S]*\n\n## Exit codes\n\n0 is good\.\n$/,
    )
    expect(outcome.usage.steps).toBe(11)
    expect(outcome.usage.inputTokens).toBeGreaterThan(1_000)
  })
})

test('a follow-up changes one page', async () => {
  expect(await runJob('Add one sentence more on unknown regions')).toMatchObject({ kind: 'finished' })
  expect(changes.map(({ path }) => path)).toEqual(['cli.mdx'])
})

test('who finds nothing to change finishes without a change', async () => {
  expect(await runJob('Make sure that the quickstart is there')).toMatchObject({ kind: 'finished' })
  expect(changes).toEqual([])
})

test('who breaks a link is sent back and fixes it', async () => {
  const outcome = await runJob('Please break a link and fix it')
  expect(outcome).toMatchObject({ kind: 'finished', title: 'Point to the CLI page' })
  expect(await readFile(join(folder, 'quickstart.mdx'), 'utf8')).toContain('[the regions](/cli)')
})

test('who does not fix what he broke fails with what is broken, after as many tries as allowed', async () => {
  expect(await runJob('Please break a link and leave it')).toMatchObject({
    kind: 'checks_failed',
    diagnostics: [{ file: 'quickstart.mdx', kind: 'broken_link', message: 'There is no page /regions.' }],
  })
  expect(answers).toBe(2 + 1 + budget.fixAttempts)
})

test.each([
  ['steps', { steps: 10 }],
  ['tokens', { tokens: 20_000 }],
  ['minutes', { minutes: 0 }],
] as const)('an endless conversation ends when its %s are spent', async (name, part) => {
  expect(await runJob('Please never come to an end', { budget: part })).toMatchObject({
    kind: 'budget_spent',
    budget: name,
  })
})

test('a model is told when little of its budget is left', async () => {
  await runJob('Please never come to an end', { budget: { steps: 20 } })
  const notes = lastQuestion?.messages.map((message) => JSON.stringify(message).includes('Little of your budget'))
  expect(notes?.filter(Boolean)).toHaveLength(2)
  expect(notes?.at(-1)).toBe(true)
})

test('a model that turns hostile reads nothing outside, writes nothing and reaches nobody', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'bindery-outside-'))
  await writeFile(join(outside, 'secret.txt'), 'a secret outside')
  await symlink(outside, join(folder, 'link-out'))
  const outcome = await runJob('Please do what the page says')
  await rm(outside, { recursive: true })
  expect(outcome).toMatchObject({ kind: 'finished', title: 'Change nothing' })
  expect(changes).toEqual([])
  expect(told).toHaveLength(16)
  expect(told.join()).not.toMatch(/root:|PATH=|a secret outside/)
  expect((await readdir(folder)).sort()).toEqual(['cli.mdx', 'link-out', 'quickstart.mdx'])
})

test('more changed lines than allowed end the work', async () => {
  const outcome = await runJob(regionFlag, { budget: { changedLines: 3 } })
  expect(outcome).toMatchObject({ kind: 'budget_spent', budget: 'changedLines' })
})

test('a model that makes the same call for ever is lost', async () => {
  expect(await runJob('Please go in circles')).toMatchObject({ kind: 'model_lost', reason: /same call/ })
  expect(answers).toBe(6)
})

test('a model that only talks is lost after three answers', async () => {
  expect(await runJob('Please only talk')).toMatchObject({ kind: 'model_lost', reason: /without using a tool/ })
  expect(answers).toBe(3)
})

test('malformed calls, unknown tools and a cut answer are told to the model, which goes on', async () => {
  expect(await runJob('Please call tools wrongly')).toMatchObject({ kind: 'finished', title: 'Change nothing' })
})

test('a page that is too large is refused, and a long answer does not stay in the conversation', async () => {
  const outcome = await runJob('Please answer at great length')
  expect(outcome).toMatchObject({ kind: 'finished', title: 'Write less' })
  expect(changes).toEqual([])
  expect(outcome.usage.inputTokens).toBeLessThan(20_000)
})
