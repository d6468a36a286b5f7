import { redactSecrets } from '../../core/edits/redact-secrets.ts'
import { quietText, quietTitle } from './quiet-text.ts'

interface Finished {
  title: string
  summary: string
}

const joiner = '\u2060'

/** What the model wants people to read, without secrets and with its markup disarmed. */
export function wordForReaders(finished: Finished, secrets: readonly string[]): Finished {
  const { title, summary } = redactSecrets({ title: finished.title, summary: finished.summary }, secrets)
  return { title: quietTitle(disarmMarkup(title)), summary: disarm(summary) }
}

/** Text that does nothing but be read, wherever a git host shows or parses it. */
export function disarm(text: string): string {
  return quietText(disarmMarkup(text))
}

/**
 * Markdown that cannot load a picture from anywhere, hold HTML, or swallow what stands below it. Nothing is escaped,
 * since whether a place is code only the host's own parser knows: an invisible joiner shows the same in code and beside.
 */
function disarmMarkup(text: string): string {
  return text
    .replace(/<(?=[a-z/!?])|!(?=\[)|\$(?=\$)|\\(?=\[)/gi, `$&${joiner}`)
    .replace(/^([ \t]*)(?=```|~~~)/gm, `$1${joiner}`)
}
