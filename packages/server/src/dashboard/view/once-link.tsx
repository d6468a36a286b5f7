import { Copy } from './copy.tsx'
import { Time } from './time.tsx'

interface Props {
  link: string
  expiresAt: Date
  /** Where the people are that one came from. */
  people: string
}

/** A link for somebody else, the one time that it is seen. */
export function OnceLink({ link, expiresAt, people }: Props) {
  return (
    <>
      <p class="once">
        <Copy text={link} label="the link" />
      </p>
      <p class="quiet">
        It expires <Time at={expiresAt} />.
      </p>
      <p>
        <a class="button" href={people}>
          Back to people
        </a>
      </p>
    </>
  )
}
