import type { WriteStream } from 'node:tty'
import { formatDuration } from './format.ts'

export interface Progress {
  update(progress: { done: number; total: number }): void
  end(): void
}

/** How a count and its rate are written. */
interface Unit {
  count(done: number, total: number): string
  rate(perSecond: number): string
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)

const units = {
  pages: {
    count: (done, total) => `${done}/${total} pages`,
    rate: (perSecond) => `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`,
  },
  bytes: {
    count: (done, total) => `${megabytes(done)}/${megabytes(total)} MB`,
    rate: (perSecond) => `${megabytes(perSecond)} MB/s`,
  },
} satisfies Record<string, Unit>

const barWidth = 30
const redrawMs = 100

/** A bar on a terminal, a line at every tenth elsewhere, nothing where it would spoil the output. */
export function startProgress(stream: WriteStream | undefined, unit: keyof typeof units = 'pages'): Progress {
  if (!stream) return { update: () => {}, end: () => {} }
  return stream.isTTY ? startBar(stream, units[unit]) : startLines(stream, unit)
}

function startBar(stream: WriteStream, unit: Unit): Progress {
  let first: { done: number; at: number } | undefined
  let renderedAt = 0
  return {
    update({ done, total }) {
      const now = performance.now()
      first ??= { done, at: now }
      if (done < total && now - renderedAt < redrawMs) return
      renderedAt = now
      // From what was seen: a job that is joined halfway did not do its first half in this moment.
      const perSecond = (done - first.done) / ((now - first.at) / 1000)
      const filled = Math.round((done / total) * barWidth)
      const bar = '━'.repeat(filled) + '─'.repeat(barWidth - filled)
      const parts = [unit.count(done, total), ...formatRate(unit, perSecond, total - done)]
      stream.write(`\r${bar} ${parts.join(', ')}\u001b[K`)
    },
    end: () => stream.write('\r\u001b[K'),
  }
}

function formatRate(unit: Unit, perSecond: number, rest: number): string[] {
  if (!Number.isFinite(perSecond) || perSecond <= 0) return []
  return [unit.rate(perSecond), ...(rest > 0 ? [`${formatDuration(rest / perSecond)} left`] : [])]
}

/** A download in a pipe is soon done and has no tenths that anyone reads. */
function startLines(stream: WriteStream, unit: keyof typeof units): Progress {
  let tenth = 0
  return {
    update({ done, total }) {
      const reached = Math.floor((done / total) * 10)
      if (reached === tenth || unit === 'bytes') return
      tenth = reached
      stream.write(`${done} of ${total} pages\n`)
    },
    end: () => {},
  }
}
