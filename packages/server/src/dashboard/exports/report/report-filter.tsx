import { countKinds, titleOfKind } from '@bindery/site/findings'
import { Choice, Field } from '../../view/forms/form.tsx'
import { at } from '../../view/layout/page.tsx'
import { formatCount } from '../../view/numbers.ts'
import { nameEarlier } from '../name-earlier.ts'
import { listFindings } from './list-findings.ts'
import type { ReportView } from './report-view.ts'

/** Kind, file and what is new: as a form that needs no script. */
export function ReportFilter({ view }: { view: ReportView }) {
  const { visit, job, report, filters, earlier } = view
  const counts = countKinds(report)
  const codes = [...new Set(listFindings(report).map(({ code }) => code))]
  if (codes.length === 0) return null
  const kinds = codes.map((code) => ({
    value: code,
    label: `${titleOfKind(code)} (${formatCount(counts[code] ?? 0)})`,
  }))
  const since = earlier.map((one) => ({ value: one.id, label: `New since ${nameEarlier(one)}` }))
  return (
    <form class="filters" method="get" action={at(visit, `/exports/${job.id}/report`)} data-instant="">
      <Choice label="Kind" name="kind" options={[{ value: '', label: 'All kinds' }, ...kinds]} value={filters.kind} />
      <Field label="File" name="file" value={filters.file} placeholder="Any file" maxlength={200} />
      {since.length > 0 && (
        <Choice
          label="Show"
          name="since"
          options={[{ value: '', label: 'Everything' }, ...since]}
          value={filters.since}
        />
      )}
      <button type="submit">Filter</button>
    </form>
  )
}
