/** An address, and whether somebody has shown that it is theirs: an invitation's link alone does not show it. */
export function Email({ email, hasProvenEmail }: { email: string; hasProvenEmail: boolean }) {
  return (
    <>
      {email}
      {!hasProvenEmail && (
        <>
          {' '}
          <span class="badge" title="Nobody has shown that this address is theirs">
            not proven
          </span>
        </>
      )}
    </>
  )
}
