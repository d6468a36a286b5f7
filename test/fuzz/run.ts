/** `npm run fuzz -- --examples N`: Schemathesis with all its checks, against the service's own description. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepareDemo, smallDemo } from '../../deploy/local/prepare-demo.ts'
import { startService } from '../../deploy/local/start-service.ts'
import { startSilentModel } from '../acceptance/start-silent-model.ts'
import type { Demo } from '../support/demo.ts'
import { expectTools } from '../support/tools.ts'

const settings = fileURLToPath(new URL('./schemathesis.toml', import.meta.url))

/** With the defaults most requests would be told to wait. */
const roomForAgentJobs = {
  BINDERY_LIMIT_ACTIVE_AGENT_JOBS: '1000000',
  BINDERY_LIMIT_AGENT_CREATES_PER_HOUR: '1000000',
  BINDERY_LIMIT_AGENT_MESSAGES_PER_HOUR: '1000000',
}

interface Report {
  complete: boolean
  exit_code: number
  operations: { selected: number; tested: number }
  test_cases: { generated: number }
  failures: { type: string; count: number }[]
}

const { values } = parseArgs({ options: { examples: { type: 'string', default: '50' } } })
await expectTools(['services', 'schemathesis'])
await using parts = new AsyncDisposableStack()
const { env: model } = parts.use(await startSilentModel())
console.log('starting a service …')
const service = await startService({ workers: 1, env: { ...model, ...roomForAgentJobs } })
parts.defer(() => service.stop())
const demo = await prepareDemo(service, smallDemo)
const report = await runSchemathesis(demo, values.examples)
process.exitCode = judge(report) ? 0 : 1

async function runSchemathesis(demo: Demo, examples: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-fuzz-'))
  const reportFile = join(folder, 'report.json')
  const config = join(folder, 'schemathesis.toml')
  const filled = readFileSync(settings, 'utf8')
    .replace('$PROJECT', demo.projectId)
    .replace('$AGENT_JOB', demo.agentJobId)
  writeFileSync(config, filled)
  const args = [
    '--config-file',
    config,
    'run',
    `${demo.baseUrl}/openapi.json`,
    '--checks',
    'all',
    // A 404 may be of what a job does not have, and not say that the job is gone: the earlier export that a delta is asked
    // for, a file, the report of an export that failed before its pages were looked at.
    '--exclude-checks',
    'ensure_resource_availability',
    '--max-examples',
    examples,
  ]
  const output = ['--report', 'json', '--report-json-path', reportFile, '--no-color']
  const header = ['-H', `Authorization: Bearer ${demo.apiKey}`]
  const child = spawn('schemathesis', [...args, ...header, ...output], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'close')
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  rmSync(folder, { recursive: true })
  return report
}

function judge(report: Report): boolean {
  const count = (wanted: (type: string) => boolean) =>
    report.failures.filter(({ type }) => wanted(type)).reduce((sum, { count }) => sum + count, 0)
  const result = {
    requests: report.test_cases.generated,
    serverErrors: count((type) => type === 'ServerError'),
    ignoredAuth: count((type) => type === 'IgnoredAuth'),
    schemaMismatches: count((type) => type !== 'ServerError' && type !== 'IgnoredAuth'),
    operations: report.operations.tested,
  }
  console.log(JSON.stringify(result))
  return report.complete && report.exit_code === 0 && report.operations.tested === report.operations.selected
}
