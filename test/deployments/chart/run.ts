import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkCompose, checkMissingSecrets } from './check-compose.ts'
import { checkSettings } from './check-settings.ts'
import { deriveSchemas } from './derive-schemas.ts'
import { findFaults } from './find-faults.ts'
import { type KnownSettings, readKnownSettings } from './known-settings.ts'
import { type RefusedValues, refusedValues } from './refused-values.ts'
import { parseManifests } from './rendered.ts'
import { runTool } from './run-tool.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const chart = join(root, 'deploy/chart')

interface Tools {
  bin: string
  schemas: string
  kubernetes: string
}

/** Image, compose file and chart, as far as their makers' own tools can judge them without an engine and a cluster. */
export async function run(): Promise<{ summary: Record<string, unknown>; failed: number }> {
  const tools = JSON.parse(await runTool('deploy/check-deployments', ['--tools'], root)) as Tools
  process.env.PATH = `${tools.bin}${delimiter}${process.env.PATH}`
  const schemas = await mkdtemp(join(tmpdir(), 'bindery-schemas-'))
  try {
    await deriveSchemas(tools.schemas, schemas)
    return await checkAll(tools, schemas, await readKnownSettings())
  } finally {
    await rm(schemas, { recursive: true })
  }
}

async function checkAll(tools: Tools, schemas: string, known: KnownSettings) {
  const files = await readdir(join(chart, 'ci'))
  const sets = files.map((file) => basename(file, '.yaml'))
  const report = createReport()
  await report.check('Dockerfile', () => runTool('hadolint', ['deploy/image/Dockerfile'], root).then(toFaults))
  await report.check('workflows', () => runTool('actionlint', [], root).then(toFaults))
  await report.check('compose.yaml', () => checkCompose(root, known))
  await report.check('compose.yaml without secrets', () => checkMissingSecrets(root))
  let resources = 0
  for (const set of sets) {
    await report.check(`values ${set}`, async () => {
      await runTool('helm', ['lint', '--strict', '--kube-version', tools.kubernetes, ...valuesOf(set), chart], root)
      const text = await render(set, tools)
      resources += await checkManifests(text, schemas, tools)
      return findFaults(parseManifests(text), known)
    })
  }
  await report.check('misspelt fields are refused', () => checkStrictness(schemas, tools))
  let refused = 0
  for (const values of refusedValues) {
    const faults = await report.check(`refused: ${values.what}`, () => checkRefusal(values, tools))
    refused += faults.length === 0 ? 1 : 0
  }
  await report.check('the schema knows every setting', () => checkSettings(known))
  return { summary: { valueSets: sets.length, resources, refused }, failed: report.failed() }
}

function createReport() {
  let failed = 0
  return {
    async check(name: string, find: () => Promise<string[]>): Promise<string[]> {
      const faults = await find().catch((error: Error) => [error.message])
      console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'}  ${[name, ...faults].join('\n      ')}`)
      failed += faults.length === 0 ? 0 : 1
      return faults
    },
    failed: () => failed,
  }
}

const toFaults = (said: string) => said.split('\n').filter(Boolean)
const valuesOf = (set: string) => ['--values', join(chart, 'ci', `${set}.yaml`)]

function render(set: string, { kubernetes }: Tools, more: string[] = []): Promise<string> {
  const cluster = ['--kube-version', kubernetes, '--api-versions', 'keda.sh/v1alpha1/ScaledObject']
  return runTool(
    'helm',
    ['template', 'docs', chart, '--namespace', 'docs', ...cluster, ...valuesOf(set), ...more],
    root,
  )
}

/** Says how many; whatever kubeconform does not like is thrown, a kind without a schema too. */
async function checkManifests(text: string, schemas: string, { kubernetes }: Tools): Promise<number> {
  const file = join(schemas, `${randomUUID()}.yaml`)
  await writeFile(file, text)
  const location = `${schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`
  const args = ['-strict', '-summary', '-output', 'json', '-kubernetes-version', kubernetes]
  const { summary } = JSON.parse(await runTool('kubeconform', [...args, '-schema-location', location, file], root))
  return summary.valid
}

/** That the schemas are as strict as they are meant to be: in Kubernetes' own kinds and in KEDA's. */
async function checkStrictness(schemas: string, tools: Tools): Promise<string[]> {
  const text = await render('cloud', tools)
  const mistakes = ['replicas: 4', 'readOnlyRootFilesystem', 'pollingInterval', 'targetPort', 'secretKeyRef']
  const outcomes = mistakes.map(async (right) => {
    const wrong = text.replace(right, `x${right}`)
    const isRefused = await checkManifests(wrong, schemas, tools).then(
      () => false,
      () => wrong !== text,
    )
    return isRefused ? [] : [`x${right} passes`]
  })
  return (await Promise.all(outcomes)).flat()
}

async function checkRefusal({ set, change, says }: RefusedValues, tools: Tools): Promise<string[]> {
  const said = await render(set, tools, change).then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  return says.test(said) ? [] : [`${change.join(' ')} says: ${said}`]
}
