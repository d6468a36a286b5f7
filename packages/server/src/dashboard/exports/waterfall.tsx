import type { ExportStepRecord } from '../../core/operator/list-export-steps.ts'
import { labelStep } from '../../core/steps/step-labels.ts'
import { formatDuration } from '../view/time.tsx'

const width = 600
const row = 28

interface Bar {
  name: string
  x: number
  width: number
  took: string
}

/** Each step as a bar from its start to its end, or until now while it runs. The shortest bar can still be seen. */
export function placeSteps(steps: readonly ExportStepRecord[], untilMs: number): Bar[] {
  const begin = Math.min(...steps.map(({ startedAtMs }) => startedAtMs))
  const endOf = ({ startedAtMs, endedAtMs }: ExportStepRecord) => endedAtMs ?? Math.max(startedAtMs, untilMs)
  const span = Math.max(1, ...steps.map((step) => endOf(step) - begin))
  return steps.map((step) => {
    const { name, times, startedAtMs, endedAtMs } = step
    const took = endOf(step) - startedAtMs
    const seconds = took / 1000
    const thick = Math.max(2, (took / span) * width)
    return {
      name: `${labelStep(name)}${times > 1 ? ` (${times} times)` : ''}`,
      x: Math.min(((startedAtMs - begin) / span) * width, width - thick),
      width: thick,
      took: endedAtMs === null ? 'running' : seconds < 10 ? `${seconds.toFixed(1)} s` : formatDuration(seconds),
    }
  })
}

/** A table for those who hear it, with the bars in a column of their own. */
export function Waterfall({ steps, untilMs }: { steps: readonly ExportStepRecord[]; untilMs: number }) {
  return (
    <section class="table" tabindex={0} aria-label="Steps">
      <table class="waterfall">
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" class="end">
              Took
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {placeSteps(steps, untilMs).map((bar) => (
            <tr>
              <td>{bar.name}</td>
              <td class="end nowrap">{bar.took}</td>
              <td>
                <svg class="plot" viewBox={`0 0 ${width} ${row}`} preserveAspectRatio="none" aria-hidden="true">
                  <rect class="bar" x={round(bar.x)} y={row / 2 - 7} width={round(bar.width)} height={14} rx={2} />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
