import type { AgentEventPage } from '@bindery/contract'
import { Diff, type DiffLine } from '../view/diff.tsx'
import { formatCount, formatMany } from '../view/numbers.ts'
import { OutsideLink } from '../view/outside-link.tsx'
import { Time } from '../view/time.tsx'
import { describeTool } from './describe-tool.ts'

export type TranscriptEvent = AgentEventPage['events'][number]

/** The conversation, oldest first. All that the model wrote is text; nothing of it becomes markup or a link. */
export function Transcript({ events }: { events: readonly TranscriptEvent[] }) {
  return (
    <ol class="transcript">
      {events.filter(isShown).map((event) => (
        <li class={event.kind}>
          <Event event={event} />
        </li>
      ))}
    </ol>
  )
}

/** An answer that only calls tools says nothing itself: their uses follow it. */
const isShown = ({ kind, body }: TranscriptEvent) => kind !== 'answer' || textOf(body.text).trim() !== ''

function Event({ event }: { event: TranscriptEvent }) {
  const { kind, body, at } = event
  switch (kind) {
    case 'instruction':
      return (
        <>
          <p class="by">
            <b>Instruction</b> <Time at={at} />
          </p>
          <p class="said">{textOf(body.text)}</p>
        </>
      )
    case 'answer':
      return (
        <>
          <p class="by">
            <b>Agent</b>
          </p>
          <p class="said">{textOf(body.text)}</p>
        </>
      )
    case 'tool':
      return <Tool event={event} />
    case 'check':
      return <Check event={event} />
    case 'pull_request':
      return (
        <p>
          Opened the pull request <OutsideLink href={textOf(body.url)}>{textOf(body.title)}</OutsideLink>
        </p>
      )
    case 'ended':
      return <Ended event={event} />
  }
}

function Tool({ event: { position, body } }: { event: TranscriptEvent }) {
  const input = (typeof body.input === 'object' && body.input) || {}
  const { summary, diff } = describeTool(textOf(body.tool), input as Record<string, unknown>)
  return (
    <details id={`event-${position}`}>
      <summary>
        <span class="tool">{summary}</span>
        {body.isError === true && <span class="badge bad">refused</span>}
        {diff.length > 0 && <Changed diff={diff} />}
      </summary>
      {diff.length > 0 && <Diff lines={diff} />}
      <pre class="scroll">{cut(textOf(body.text))}</pre>
    </details>
  )
}

function Changed({ diff }: { diff: readonly DiffLine[] }) {
  const count = (mark: DiffLine['mark']) => formatCount(diff.filter((line) => line.mark === mark).length)
  return (
    <span class="changed">
      <ins>+{count('ins')}</ins> <del>−{count('del')}</del>
    </span>
  )
}

interface Diagnostic {
  file: string
  line?: number
  message: string
}

function Check({ event: { position, body } }: { event: TranscriptEvent }) {
  const diagnostics = (Array.isArray(body.diagnostics) ? body.diagnostics : []) as Diagnostic[]
  const found = typeof body.found === 'number' ? body.found : diagnostics.length
  if (found === 0) return <p>The checks pass.</p>
  return (
    <details id={`event-${position}`} open>
      <summary>The checks found {formatMany(found, 'problem')}</summary>
      <ul>
        {diagnostics.map(({ file, line, message }) => (
          <li>
            <code>{line === undefined ? file : `${file}:${line}`}</code> {message}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Ended({ event: { body, at } }: { event: TranscriptEvent }) {
  const hasFailed = body.status === 'failed'
  return (
    <>
      <p class="by">
        <b>{hasFailed ? 'Failed' : 'Completed'}</b> <Time at={at} />
      </p>
      <p class="said">{textOf(hasFailed ? body.error : (body.summary ?? body.title))}</p>
    </>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

// A whole file that the agent has read would bury the conversation; the repository has it.
const shownCharacters = 4_000

function cut(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}\n…` : text
}
