import type { MadeKey } from '../../core/keys/create-key.ts'
import { Copy } from '../view/copy.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { formatDuration } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { EndDay } from './key-cells.tsx'
import { KeySnippets } from './key-snippets.tsx'

interface Props {
  visit: MemberVisit
  made: MadeKey
  name: string
  publicUrl: string
  /** For the examples. */
  domain: string
  replaced?: { prefix: string; overlapSeconds: number }
}

const trail = [{ href: '/keys', name: 'API keys' }]

export function MadeKeyPage({ visit, made, name, publicUrl, domain, replaced }: Props) {
  return (
    <Page visit={visit} title={name} section="keys" trail={trail}>
      <p class="warning">
        <strong>Copy the key now: it is not shown again.</strong> Only a hash of it is stored. If you lose it, rotate
        it.
      </p>
      <p class="once">
        <Copy text={made.key} label="the key" />
      </p>
      <p class="quiet">
        {made.expiresAt ? (
          <>
            It expires on <EndDay at={made.expiresAt} />.
          </>
        ) : (
          'It never expires.'
        )}
        {replaced && ` ${describeReplaced(replaced)}`}
      </p>
      <h2>Try it</h2>
      <KeySnippets publicUrl={publicUrl} domain={domain} secret={made.key} />
      <p>
        <a class="button" href={at(visit, '/keys')}>
          I copied the key
        </a>
      </p>
    </Page>
  )
}

function describeReplaced({ prefix, overlapSeconds }: { prefix: string; overlapSeconds: number }): string {
  return overlapSeconds === 0
    ? `The old key ${prefix}… no longer works.`
    : `The old key ${prefix}… works for ${formatDuration(overlapSeconds)} more.`
}

/** After a reload or a double click. */
export function SentBefore({ visit }: { visit: MemberVisit }) {
  return (
    <Page visit={visit} title="Already created" section="keys" trail={trail}>
      <p class="warning">This form was already sent, so no second key was created. A key is shown only once.</p>
      <p>If you did not copy the key, rotate it, or revoke it and create another.</p>
      <p>
        <a class="button" href={at(visit, '/keys')}>
          Go to API keys
        </a>
      </p>
    </Page>
  )
}
