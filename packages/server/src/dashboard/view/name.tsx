interface Props {
  text: string
  href?: string | undefined
  /** Of the link. */
  class?: string | undefined
}

/** A name, email or domain of any length on one line: what does not fit ends in an ellipsis and is in the title. */
export function Name({ text, href, class: className }: Props) {
  return (
    <span class="name">
      {href === undefined ? (
        <span title={text}>{text}</span>
      ) : (
        <a href={href} title={text} {...(className !== undefined && { class: className })}>
          {text}
        </a>
      )}
    </span>
  )
}

/** A path or address, which may go on in the next line after each slash. */
export function Path({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=\/)(?!\/)/).map((part) => (
        <>
          {part}
          <wbr />
        </>
      ))}
    </>
  )
}

/** The ref of an export: a branch or tag as it is, a commit shortened. */
export function shortenRef(ref: string): string {
  return /^[0-9a-f]{40}$/.test(ref) ? ref.slice(0, 7) : ref
}
