import { type LimitName, type Limits, limitFor, limitNames } from '../../core/limits/limits.ts'
import { hasRole } from '../enter-organization.ts'
import { Copy } from '../view/copy.tsx'
import { ActionForm, Field, Refusal } from '../view/forms/form.tsx'
import { Setting } from '../view/forms/setting.tsx'
import { Page } from '../view/layout/page.tsx'
import { type Column, Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { formatLimit, limitWords } from './limit-words.ts'

interface Props {
  visit: MemberVisit
  limits: Limits
  currency: string
  refusal?: string
}

export function SettingsPage({ visit, limits, currency, refusal }: Props) {
  const { organizationId, name, plan, role, suspended } = visit.organization
  return (
    <Page visit={visit} title="Settings" section="settings">
      {suspended && <p class="warning">{name} is suspended, so you cannot start anything. Ask the operator why.</p>}
      <Refusal sentence={refusal} />
      <Setting title="Organization" about="The operator of the service sets its plan and its limits.">
        <dl class="facts">
          <dt>Name</dt>
          <dd>{name}</dd>
          <dt>Organization id</dt>
          <dd>
            <Copy text={organizationId} label="the organization's id" />
          </dd>
          <dt>Plan</dt>
          <dd>
            <span class="badge">{plan}</span>
          </dd>
          <dt>Your role</dt>
          <dd>
            <span class="badge">{role}</span>
          </dd>
        </dl>
        {hasRole(role, 'admin') && <Rename visit={visit} />}
      </Setting>
      <Setting title="Appearance" about="Applies to you, in this browser.">
        <Appearance visit={visit} />
      </Setting>
      <Setting title="Limits" about="What this organization may use. Ask the operator if a limit is too low.">
        <Table caption="Limits" columns={columnsFor(visit, limits, currency)} rows={limitNames} />
      </Setting>
    </Page>
  )
}

function Rename({ visit }: { visit: MemberVisit }) {
  const { organizationId, name } = visit.organization
  return (
    <ActionForm visit={visit} action={`/dashboard/${organizationId}/settings/name`}>
      <Field label="New name" name="name" value={name} required maxlength={100} />
      <button type="submit">Rename the organization</button>
    </ActionForm>
  )
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function Appearance({ visit }: { visit: MemberVisit }) {
  return (
    <ActionForm visit={visit} action="/theme" class="actions">
      {themes.map(({ value, label }) => (
        <button type="submit" name="theme" value={value} aria-pressed={value === (visit.theme ?? 'system')}>
          {label}
        </button>
      ))}
    </ActionForm>
  )
}

function columnsFor({ organization }: MemberVisit, limits: Limits, currency: string): Column<LimitName>[] {
  return [
    { title: 'Limit', cell: (name) => limitWords[name].what },
    {
      title: 'Value',
      cell: (name) => formatLimit(name, limitFor(name, limits, organization.limits), currency),
      align: 'end',
    },
    {
      title: 'Set for',
      cell: (name) => (organization.limits[name] === undefined ? 'this installation' : organization.name),
    },
  ]
}
