import type { ExportStepRecord } from '../../core/operator/list-export-steps.ts'
import { formatDuration } from '../view/time.tsx'

const titles: Record<string, string> = {
  begin: 'Start',
  'fetch-source': 'Fetch the repository',
  plan: 'Plan the site',
  'keep-chunks': 'Reuse unchanged pages',
  render: 'Render pages',
  record: 'Count pages',
  finish: 'Check and pack',
  publish: 'Publish',
  archive: 'Write the bundle',
  'compare-addresses': 'Compare with the published site',
  complete: 'Complete',
  fail: 'Record the failure',
}

const width = 600
const row = 28

interface Bar {
  name: string
  x: number
  width: number
  took: string
}

/** Each step as a bar from when it began to when it ended; the thinnest is still to be seen. */
export function placeSteps(steps: readonly ExportStepRecord[]): Bar[] {
  const begin = Math.min(...steps.map(({ startedAtMs }) => startedAtMs))
  const span = Math.max(1, ...steps.map(({ endedAtMs }) => endedAtMs - begin))
  return steps.map(({ name, times, startedAtMs, endedAtMs }) => {
    const seconds = (endedAtMs - startedAtMs) / 1000
    const thick = Math.max(2, ((endedAtMs - startedAtMs) / span) * width)
    return {
      name: `${titles[name] ?? name}${times > 1 ? ` (${times} times)` : ''}`,
      x: Math.min(((startedAtMs - begin) / span) * width, width - thick),
      width: thick,
      took: seconds < 10 ? `${seconds.toFixed(1)} s` : formatDuration(seconds),
    }
  })
}

/** A table for those who hear it, with the bars in a column of their own. */
export function Waterfall({ steps }: { steps: readonly ExportStepRecord[] }) {
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
          {placeSteps(steps).map((bar) => (
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
