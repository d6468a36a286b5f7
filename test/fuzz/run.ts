/** `npm run fuzz -- --examples N`: promise 5, by Schemathesis with all its checks against the service's own description. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepareDemo } from '../../deploy/local/prepare-demo.ts'
import { startService } from '../../deploy/local/start-service.ts'

const config = fileURLToPath(new URL('./schemathesis.toml', import.meta.url))

interface Report {
  complete: boolean
  exit_code: number
  operations: { selected: number; tested: number }
  test_cases: { generated: number }
  failures: { type: string; count: number }[]
}

const { values } = parseArgs({ options: { examples: { type: 'string', default: '50' } } })
const service = await startService({ workers: 1 })
try {
  const demo = await prepareDemo(service)
  const report = await runSchemathesis(demo.baseUrl, demo.apiKey, values.examples)
  process.exitCode = judge(report) ? 0 : 1
} finally {
  await service.stop()
}

async function runSchemathesis(baseUrl: string, key: string, examples: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-fuzz-'))
  const reportFile = join(folder, 'report.json')
  const args = [
    '--config-file',
    config,
    'run',
    `${baseUrl}/openapi.json`,
    '--checks',
    'all',
    '--max-examples',
    examples,
  ]
  const output = ['--report', 'json', '--report-json-path', reportFile, '--no-color']
  const header = ['-H', `Authorization: Bearer ${key}`]
  const child = spawn('schemathesis', [...args, ...header, ...output], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error('Schemathesis is missing. Run: bash deploy/local/install', { cause })),
    )
    child.once('close', resolve)
  })
  return JSON.parse(readFileSync(reportFile, 'utf8')) as Report
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
