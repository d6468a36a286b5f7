/**
 * The acceptance suite: black box, imports nothing of the product. It runs against BINDERY_URL (with the keys of
 * .dev/demo.json, or of the file that BINDERY_DEMO names), or against a service that it starts itself.
 */
import { readFileSync } from 'node:fs'
import { prepareDemo, smallDemo } from '../../deploy/local/prepare-demo.ts'
import { startService } from '../../deploy/local/start-service.ts'
import type { Demo } from '../support/demo.ts'
import { expectTools } from '../support/tools.ts'
import type { Case, World } from './case.ts'
import { agentJobCases } from './cases/agent-jobs.ts'
import { cancelCases } from './cases/cancel-exports.ts'
import { edgeCases } from './cases/edge.ts'
import { exportFileCases } from './cases/export-files.ts'
import { exportCases } from './cases/exports.ts'
import { moveAgentJobCases } from './cases/move-agent-jobs.ts'
import { pipelineCases } from './cases/pipeline.ts'
import { projectCases } from './cases/projects.ts'
import { publicationCases } from './cases/publications.ts'
import { refusals } from './cases/refusals.ts'
import { verifyGuideCases } from './cases/verify-guide.ts'
import { createAnswerCheck, type Description } from './check-answer.ts'
import { createClient } from './client.ts'
import { startSilentModel } from './start-silent-model.ts'

const cases = [
  ...refusals,
  ...exportCases,
  ...cancelCases,
  ...exportFileCases,
  ...agentJobCases,
  ...moveAgentJobCases,
  ...projectCases,
  ...publicationCases,
  ...edgeCases,
  ...pipelineCases,
  ...verifyGuideCases,
]

async function main(): Promise<number> {
  await expectTools(process.env.BINDERY_URL ? ['curl', 'jq'] : ['services', 'curl', 'jq'])
  if (!process.env.BINDERY_URL) console.log('starting a service …')
  await using target = await findTarget()
  const { demo } = target
  const description = (await (await fetch(`${demo.baseUrl}/openapi.json`)).json()) as Description
  const client = createClient(demo.baseUrl, createAnswerCheck(description))
  const failed = await runAll(cases, { demo, client })
  const missing = findUncovered(description, cases)
  for (const pair of missing) console.log(`not covered: ${pair}`)
  const described = listDescribed(description)
  console.log(
    JSON.stringify({
      operations: new Set(described.map((pair) => pair.split(' ')[0])).size,
      answers: described.length,
      covered: described.length - missing.length,
      cases: cases.length,
      failed: failed + missing.length,
    }),
  )
  return failed + missing.length
}

async function findTarget(): Promise<{ demo: Demo } & AsyncDisposable> {
  if (process.env.BINDERY_URL) {
    const file = process.env.BINDERY_DEMO ?? '.dev/demo.json'
    const demo = { ...(JSON.parse(readFileSync(file, 'utf8')) as Demo), baseUrl: process.env.BINDERY_URL }
    return { demo, [Symbol.asyncDispose]: async () => {} }
  }
  await using stack = new AsyncDisposableStack()
  const { env } = stack.use(await startSilentModel())
  // Each operation is tried with four wrong keys, and the whole takes less than a minute.
  const failures = { BINDERY_LIMIT_FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' }
  const service = await startService({ workers: 1, env: { ...env, ...failures } })
  stack.defer(() => service.stop())
  const demo = await prepareDemo(service, smallDemo)
  const parts = stack.move()
  return { demo, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

async function runAll(all: Case[], world: World): Promise<number> {
  let failed = 0
  for (const { operation, status, promise, run } of all) {
    try {
      await run(world)
      console.log(`ok    ${operation} ${status}  ${promise}`)
    } catch (error) {
      failed += 1
      console.log(`FAIL  ${operation} ${status}  ${promise}\n      ${error instanceof Error ? error.message : error}`)
    }
  }
  return failed
}

function listDescribed(description: Description): string[] {
  return Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    ),
  )
}

function findUncovered(description: Description, all: Case[]): string[] {
  const proved = new Set(all.map(({ operation, status }) => `${operation} ${status}`))
  return listDescribed(description).filter((pair) => !proved.has(pair))
}

process.exitCode = (await main()) === 0 ? 0 : 1
