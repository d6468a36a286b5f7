import { Empty } from '../view/empty.tsx'
import { Page } from '../view/layout/page.tsx'
import type { MemberVisit } from '../visit.ts'

export function PlanNeeded({ visit }: { visit: MemberVisit }) {
  const { name, plan } = visit.organization
  return (
    <Page visit={visit} title="Exports" section="exports">
      <Empty title="Static export needs the enterprise plan">
        <p>
          {name} is on the {plan} plan. Ask the operator of this installation to change it. Projects and agent jobs work
          on every plan.
        </p>
      </Empty>
    </Page>
  )
}
