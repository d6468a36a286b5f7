import { Copy } from '../../view/copy.tsx'
import { ActionForm, Confirm, Field, Refusal } from '../../view/forms/form.tsx'
import { Setting } from '../../view/forms/setting.tsx'
import { at } from '../../view/layout/page.tsx'
import { actionOf, filledIn, type ProjectView, placeOf, refusalOf, type ShownDomain } from '../project-view.ts'

export function DomainSetting({ view }: { view: ProjectView }) {
  const { visit, domains, mayChange } = view
  return (
    <Setting
      title="Domains"
      id={placeOf('domains')}
      about="You start exports by domain, and its hosts serve the published export. A domain belongs to one project."
    >
      <Refusal sentence={refusalOf(view, 'domains')} />
      {domains.length > 0 ? (
        <ul class="items">
          {domains.map((domain) => (
            <li>
              <a href={at(visit, `/domains/${domain.name}`)}>
                <code>{domain.name}</code>
              </a>
              {domain.isPinned && <span class="badge">pinned</span>}
              {domain.verifiedAt === null && <span class="badge">not verified</span>}
              {mayChange && <Removal view={view} name={domain.name} />}
              {mayChange && domain.verifiedAt === null && <Proof view={view} domain={domain} />}
            </li>
          ))}
        </ul>
      ) : (
        <p>No domain yet, so you cannot start an export.{mayChange ? ' Add one.' : ' An admin can add one.'}</p>
      )}
      {mayChange && (
        <ActionForm visit={visit} action={actionOf(view, 'domains', 'domains')}>
          <Field
            label="Add a domain"
            name="domain"
            value={filledIn(view, 'domains')('domain', '')}
            placeholder="docs.example.com"
            required
          />
          <button type="submit">Add domain</button>
        </ActionForm>
      )}
    </Setting>
  )
}

/** Which record to set, and the button that looks for it. */
function Proof({ view, domain: { name, proof, publishedAt } }: { view: ProjectView; domain: ShownDomain }) {
  return (
    <div class="proof">
      {publishedAt !== null && (
        <p class="warning">
          {name} is no longer verified, so hosts do not serve your exports of it. Its claim must be proven again, with
          the new value below. The earlier record proves nothing.
        </p>
      )}
      <p>
        Prove that {name} is yours before you export it: set a TXT record, or put a file on the host. Remove it after
        the proof.
      </p>
      <dl class="facts">
        <dt>TXT record</dt>
        <dd>
          <Copy text={proof.record} label="the name of the record" />
        </dd>
        <dt>Value (or a line in the file)</dt>
        <dd>
          <Copy text={proof.value} label="the value" />
        </dd>
        <dt>Or a file at</dt>
        <dd>
          <Copy text={proof.file} label="the address of the file" />
        </dd>
      </dl>
      <ActionForm visit={view.visit} action={actionOf(view, 'domains/verify', 'domains')}>
        <input type="hidden" name="domain" value={name} />
        <button type="submit">Verify {name}</button>
      </ActionForm>
    </div>
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
          You can no longer start exports of <strong>{name}</strong>, and any project may claim it. Existing exports
          stay.
        </>
      }
      label={`Remove ${name}`}
    >
      <input type="hidden" name="domain" value={name} />
    </Confirm>
  )
}
