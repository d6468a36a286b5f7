import { createMetrics } from '../../packages/host/src/ops/metrics.ts'
import { createRequestMetrics } from '../../packages/server/src/http/request-metrics.ts'
import { createRegistry } from '../../packages/server/src/ops/metrics.ts'
import { addQueueGauge } from '../../packages/server/src/roles/add-queue-gauge.ts'
import { escapeCell, writeFrontMatter, writeTable } from './markdown.ts'

interface Metric {
  name: string
  type: string
  help: string
  labels?: readonly string[]
}

export function writeMetricsPage(): string {
  return `${writeFrontMatter('Metrics', 'Every metric of the API, the workers and the host')}\`GET /metrics\` on the internal port (9090 by default) returns these in the format of Prometheus. [Monitoring](/self-host/monitoring) has alert rules.

## API and workers

${write(describeRegistry())}
Both also have the [default metrics](https://github.com/siimon/prom-client#default-metrics) of a Node process: \`process_…\` and \`nodejs_…\`. The \`bindery_http_…\` and \`bindery_queue_waiting\` metrics come from the API only; a worker has the others.

## Host

${write(describeHost())}`
}

/** None of these is asked for its value, so no database is needed. */
function describeRegistry(): Metric[] {
  const registry = createRegistry({} as Parameters<typeof createRegistry>[0])
  createRequestMetrics(registry)
  addQueueGauge(registry, {} as Parameters<typeof addQueueGauge>[1])
  const described = registry.getMetricsAsArray() as unknown as (Metric & { labelNames?: string[] })[]
  return described
    .filter(({ name }) => name.startsWith('bindery_'))
    .map((metric) => ({
      name: metric.name,
      help: metric.help,
      type: metric.constructor.name.toLowerCase(),
      labels: metric.labelNames ?? [],
    }))
}

function describeHost(): Metric[] {
  const metrics = createMetrics()
  metrics.countRequest(200)
  metrics.countRefusal('code')
  const now = new Date(0).toISOString()
  const sites = { known: 1, open: 1, stored: 1, bytes: 1, problems: 0 }
  const text = metrics.render({ ready: true, version: '1', commit: '1', copy: 'fetched', takenAt: now, sites })
  return [...text.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\w+)\n\S+?(?:\{(.*)\})? \S+$/gm)].map(
    ([, name = '', help = '', type = '', labels = '']) => ({
      name,
      help,
      type,
      labels: [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    }),
  )
}

function write(metrics: readonly Metric[]): string {
  const rows = metrics.map(({ name, type, labels = [], help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', ') || 'none',
    escapeCell(help),
  ])
  return writeTable(['Metric', 'Type', 'Labels', 'Meaning'], rows)
}
