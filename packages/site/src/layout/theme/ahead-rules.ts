import { scriptDigest } from '../../render/html/script-digest.ts'

/** What a browser does with a page that its reader is about to open: fetch it, or render it too. */
export interface AheadRules {
  text: string
  /** As a content security policy names them: the one text of rules that a page may have. */
  digest: string
}

/** The script marks a link once a reader is about to follow it, and no other is looked at. Of another host nothing is. */
const marked = (selector: string) => ({
  where: { and: [{ selector_matches: selector }, { href_matches: '/*' }] },
  eagerness: 'immediate',
})

const prefetch = [marked('a[data-bindery-ahead]')]
/** One at a time, where fetched pages stay: the script takes the word away from the link before. */
const prerender = [marked('a[data-bindery-ahead=render]')]

const fetchRules = withDigest({ prefetch })
const renderRules = withDigest({ prefetch, prerender })

/** Scripts of authors must not run on pages that nobody opens: where a site has them, pages are only fetched. */
export function aheadRules(hasAuthorCode: boolean): AheadRules {
  return hasAuthorCode ? fetchRules : renderRules
}

function withDigest(rules: object): AheadRules {
  const text = JSON.stringify(rules)
  return { text, digest: scriptDigest(text) }
}
