import { createHash } from 'node:crypto'

/**
 * The script marks a link once a reader is about to follow it, and no other is fetched ahead. An author may mark one too:
 * of another host nothing is fetched.
 */
const where = { and: [{ selector_matches: 'a[data-ahead]' }, { href_matches: '/*' }] }

export const prefetchRules = JSON.stringify({ prefetch: [{ where, eagerness: 'immediate' }] })

/** As a content security policy names them: the one text of rules that a page may have. */
export const prefetchDigest = `sha256-${createHash('sha256').update(prefetchRules).digest('base64')}`
