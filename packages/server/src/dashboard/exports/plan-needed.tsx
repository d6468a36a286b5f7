import { Empty } from '../view/empty.tsx'
import { Page } from '../view/layout/page.tsx'
import type { MemberVisit } from '../visit.ts'

export function PlanNeeded({ visit }: { visit: MemberVisit }) {
  const { name, plan } = visit.organization
  return (
    <Page visit={visit} title="Exports" section="exports">
      <Empty title="Static export needs the enterprise plan">
        <p>
          {name} has the plan {plan}. Ask the operator of this installation to change it; projects and edits work as
          they are.
        </p>
      </Empty>
    </Page>
  )
}
