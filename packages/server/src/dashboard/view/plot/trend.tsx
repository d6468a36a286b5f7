import { placeBars } from './place-bars.ts'

const frame = { width: 360, height: 64 }

interface Props {
  title: string
  /** One a day, today's last. */
  values: readonly number[]
  /** What went wrong has another color. */
  tone?: 'bad'
  /** What the plot comes to, in words. */
  summary: string
}

/** A small plot with its meaning beside it: the numbers are in the words, the shape is in the bars. */
export function Trend({ title, values, tone, summary }: Props) {
  const top = Math.max(...values, 1)
  return (
    <section class="card trend">
      <h3>{title}</h3>
      <svg
        class="plot"
        viewBox={`0 0 ${frame.width} ${frame.height + 1}`}
        role="img"
        aria-label={`${title}: ${summary}`}
      >
        <line class="floor" x1={0} x2={frame.width} y1={frame.height + 0.5} y2={frame.height + 0.5} />
        {placeBars(values, { ...frame, top }).map((bar) => (
          <rect class={tone ? `bar ${tone}` : 'bar'} {...bar} rx={1} />
        ))}
      </svg>
      <p class="hint">{summary}</p>
    </section>
  )
}
