/** What is counted, as Prometheus reads it; a dozen lines of text need no library. */
export interface Metrics {
  countRequest(status: number): void
  countSwap(): void
  countRefusal(code: string): void
  render(gauges: Gauges): string
}

export interface Gauges {
  ready: boolean
  version?: string | undefined
  commit?: string | undefined
  copy?: string | undefined
  takenAt?: string | undefined
  /** Of a host that serves all domains of a service. */
  sites?: SiteCounts | undefined
}

interface SiteCounts {
  known: number
  open: number
  stored: number
  bytes: number
  problems: number
}

export function createMetrics(): Metrics {
  const requests = new Map<number, number>()
  const refusals = new Map<string, number>()
  let swaps = 0
  return {
    countRequest: (status) => void requests.set(status, (requests.get(status) ?? 0) + 1),
    countSwap: () => void swaps++,
    countRefusal: (code) => void refusals.set(code, (refusals.get(code) ?? 0) + 1),
    render({ ready, version, commit, copy, takenAt, sites }) {
      const info = copy === undefined ? [] : [[labels({ version, commit, copy }), 1] as const]
      const taken = takenAt === undefined ? [] : [['', Date.parse(takenAt) / 1000] as const]
      return [
        renderMetric('requests_total', 'counter', 'Answers by status.', perLabel(requests, 'status')),
        renderMetric('swaps_total', 'counter', 'Sites that took the place of another.', [['', swaps]]),
        renderMetric(
          'refusals_total',
          'counter',
          'Bundles that were not served, by reason.',
          perLabel(refusals, 'code'),
        ),
        renderMetric('ready', 'gauge', 'Whether there is a site to serve.', [['', Number(ready)]]),
        renderMetric('site_info', 'gauge', 'The site that is served, and from which copy.', info),
        renderMetric('bundle_taken_seconds', 'gauge', 'When its bundle was taken.', taken),
        ...(sites ? renderSites(sites) : []),
        renderMetric('memory_bytes', 'gauge', 'Resident memory.', [['', process.memoryUsage.rss()]]),
      ].join('')
    },
  }
}

function renderSites({ known, open, stored, bytes, problems }: SiteCounts): string[] {
  return [
    renderMetric('domains', 'gauge', 'Domains that the service has.', [['', known]]),
    renderMetric('sites_open', 'gauge', 'Sites that are answered without being opened first.', [['', open]]),
    renderMetric('sites_stored', 'gauge', 'Sites on the disk.', [['', stored]]),
    renderMetric('sites_bytes', 'gauge', 'What they take there.', [['', bytes]]),
    renderMetric('site_problems', 'gauge', 'Open sites that are not what the service says.', [['', problems]]),
  ]
}

type Sample = readonly [labels: string, value: number]

function renderMetric(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const whole = `bindery_host_${name}`
  const lines = samples.map(([label, value]) => `${whole}${label} ${value}\n`)
  return `# HELP ${whole} ${help}\n# TYPE ${whole} ${type}\n${lines.join('')}`
}

function perLabel(counts: ReadonlyMap<string | number, number>, name: string): Sample[] {
  return [...counts].map(([key, count]) => [labels({ [name]: String(key) }), count])
}

function labels(values: Record<string, string | undefined>): string {
  const pairs = Object.entries(values).map(([name, value = '']) => `${name}="${plain(value)}"`)
  return `{${pairs.join(',')}}`
}

function plain(text: string): string {
  return text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
}
