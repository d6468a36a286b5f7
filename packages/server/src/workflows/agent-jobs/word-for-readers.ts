import { redactSecrets } from '../../core/agent-jobs/redact-secrets.ts'

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

/**
 * Text in which a git host or its robots find nothing to act on: nobody is mentioned, no issue is referred to or closed,
 * no command is given, CI is not told to stay away, and no line of a commit message is a trailer. An invisible joiner
 * breaks what they look for, so that it reads as before. Of GitHub, GitLab and Gitea each looks for more than the others,
 * and in more places than its documentation says: what any of them knows is broken everywhere.
 */
export function quietText(text: string): string {
  return quietTitle(text).replace(trailer, `$&${joiner}`)
}

/** One line: `docs: say more` stays what it is. */
export function quietTitle(text: string): string {
  return broken.reduce((quiet, pattern) => quiet.replace(pattern, `$&${joiner}`), text).replace(command, `$1${joiner}`)
}

/** A joiner goes behind each match. */
const broken = [
  // `&#64;name` is a mention once it is rendered.
  /&(?=#?\w{1,40};)/g,
  // @name, @group/team; not the @ of an e-mail address.
  /(?<![A-Za-z0-9])@(?=[\w.-])/g,
  // #1, owner/name#1, !1 of GitLab; `#close` and `#comment` of Jira.
  /[#!](?=\d)|(?<=^|\s)#(?=[a-z])/gim,
  // GH-1, and PROJ-1 of Jira and other trackers.
  /\bgh(?=\\?-\d)/gi,
  /\b[A-Z][A-Z0-9_]{1,20}(?=\\?-\d)/g,
  /\/(?:issues?|pulls?|merge_requests|work_items|epics|incidents)\/(?=\d)/gi,
  // [skip ci], [ci skip], [no ci], [skip netlify], [CF-Pages-Skip]; [issue:1] of GitLab.
  /\[(?=[\w :-]{0,30}(?:skip|\bci\b|\bno\b)[\w :-]{0,30}\]|\w{1,20}:)/gi,
  /\bno(?=_ci\b)|\bskip(?=-checks\b)/gi,
]

/** `/assign`, `/merge`, `/ok-to-test`: at the start of a line, of a quote or of an item. */
const command = /^((?:[^\S\n]|[>*+-])*(?:\d{1,9}[.)][^\S\n]+)?)(?=\/[a-z])/gim

/** `Co-authored-by: …`, `Signed-off-by: …`, `skip-checks: true`. */
const trailer = /^[^\S\n]*[A-Za-z][\w-]{0,60}(?=[^\S\n]{0,8}:(?!\/\/))/gm
