import { ActionForm, Confirm, Field, Refusal } from '../view/form.tsx'
import { Setting } from '../view/setting.tsx'
import { actionOf, filledIn, type ProjectView, placeOf, refusalOf } from './project-view.ts'

export function DomainSetting({ view }: { view: ProjectView }) {
  const { visit, domains, mayChange } = view
  return (
    <Setting
      title="Domains"
      id={placeOf('domains')}
      about="Exports are started by domain. Each belongs to one project of the installation."
    >
      <Refusal sentence={refusalOf(view, 'domains')} />
      {domains.length > 0 ? (
        <ul class="items">
          {domains.map(({ name }) => (
            <li>
              <code>{name}</code>
              {mayChange && <Removal view={view} name={name} />}
            </li>
          ))}
        </ul>
      ) : (
        <p>No domain yet, so nothing can be exported.{mayChange ? ' Add one.' : ' An admin can add one.'}</p>
      )}
      {mayChange && (
        <ActionForm visit={visit} action={actionOf(view, 'domains', 'domains')}>
          <Field
            label="Another domain"
            name="domain"
            value={filledIn(view, 'domains')('domain', '')}
            placeholder="docs.example.com"
            required
          />
          <button type="submit">Add the domain</button>
        </ActionForm>
      )}
    </Setting>
  )
}

function Removal({ view, name }: { view: ProjectView; name: string }) {
  return (
    <Confirm
      visit={view.visit}
      action={actionOf(view, 'domains/remove', 'domains')}
      offer="Remove"
      sentence={
        <>
          Exports of <strong>{name}</strong> can no longer be started, and any project may take it. What was exported
          stays.
        </>
      }
      label={`Remove ${name}`}
    >
      <input type="hidden" name="domain" value={name} />
    </Confirm>
  )
}
