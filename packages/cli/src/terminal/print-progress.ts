import type { WriteStream } from 'node:tty'

export interface Progress {
  update(progress: { done: number; total: number }): void
  end(): void
}

const barWidth = 30
const redrawMs = 100

/** A bar on a terminal, a line at every tenth elsewhere, nothing where it would spoil the output. */
export function startProgress(stream: WriteStream | undefined): Progress {
  if (!stream) return { update: () => {}, end: () => {} }
  return stream.isTTY ? startBar(stream) : startLines(stream)
}

function startBar(stream: WriteStream): Progress {
  const startedAt = performance.now()
  let renderedAt = 0
  return {
    update({ done, total }) {
      const now = performance.now()
      if (done < total && now - renderedAt < redrawMs) return
      renderedAt = now
      const filled = Math.round((done / total) * barWidth)
      const rate = Math.round(done / ((now - startedAt) / 1000))
      const bar = '━'.repeat(filled) + '─'.repeat(barWidth - filled)
      stream.write(`\r${bar} ${done}/${total} pages, ${rate}/s `)
    },
    end: () => stream.write('\r\u001b[K'),
  }
}

function startLines(stream: WriteStream): Progress {
  let tenth = 0
  return {
    update({ done, total }) {
      const reached = Math.floor((done / total) * 10)
      if (reached === tenth) return
      tenth = reached
      stream.write(`${done} of ${total} pages\n`)
    },
    end: () => {},
  }
}
