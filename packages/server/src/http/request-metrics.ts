import { Counter, Histogram, type Registry } from 'prom-client'

export interface RequestMetrics {
  observe(operation: string, status: number, seconds: number): void
}

interface Series {
  count: { inc(): void }
  duration: { observe(seconds: number): void }
}

export function createRequestMetrics(registry: Registry): RequestMetrics {
  const requests = new Counter({
    name: 'bindery_http_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'bindery_http_request_duration_seconds',
    help: 'Time from the first byte of a request to its answer; a poll that waits is as long as its wait.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [registry],
  })
  // Looking up a series by its labels hashes them; a poll finds its own in a Map instead.
  const series = new Map<string, Map<number, Series>>()

  function makeSeries(operation: string, status: number): Series {
    const made = { count: requests.labels(operation, String(status)), duration: durations.labels(operation) }
    const ofOperation = series.get(operation) ?? new Map<number, Series>()
    series.set(operation, ofOperation.set(status, made))
    return made
  }
  return {
    observe(operation, status, seconds) {
      const { count, duration } = series.get(operation)?.get(status) ?? makeSeries(operation, status)
      count.inc()
      duration.observe(seconds)
    },
  }
}
