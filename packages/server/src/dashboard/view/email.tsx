import { Name } from './name.tsx'

/** An address, and whether somebody has shown that it is theirs: an invitation's link alone does not show it. */
export function Email({ email, hasProvenEmail }: { email: string; hasProvenEmail: boolean }) {
  return (
    <span class="pair">
      <Name text={email} />
      {!hasProvenEmail && (
        <span class="badge" title="Nobody has shown that this address is theirs">
          not proven
        </span>
      )}
    </span>
  )
}
