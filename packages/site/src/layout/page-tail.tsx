import { raw } from 'hono/html'
import type { PageFacts } from '../page-facts.ts'
import type { Chrome } from './chrome.ts'

/** The neighbours of a page in its section's reading order. */
export function Pager({ chrome }: { chrome: Chrome }) {
  const { place, words } = chrome
  if (!place) return null
  const previous = place.section.pages[place.index - 1]
  const next = place.section.pages[place.index + 1]
  if (previous === undefined && next === undefined) return null
  return (
    <nav class="pager" aria-label={`${words.previous}, ${words.next}`}>
      {previous !== undefined && <PagerLink route={previous} rel="prev" word={words.previous} chrome={chrome} />}
      {next !== undefined && <PagerLink route={next} rel="next" word={words.next} chrome={chrome} />}
    </nav>
  )
}

function PagerLink({ route, rel, word, chrome }: { route: string; rel: string; word: string; chrome: Chrome }) {
  return (
    <a class={`pager-${rel}`} rel={rel} href={chrome.toPage(route)}>
      <span class="pager-word">{word}</span>
      {chrome.site.pages.get(route)?.title}
    </a>
  )
}

// A contents list longer than this is no help; the page itself is the list then.
const headingsShown = 80

export function Contents({ headings, chrome }: { headings: PageFacts['headings']; chrome: Chrome }) {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3).slice(0, headingsShown)
  if (shown.length < 2) return null
  return (
    <nav class="contents" aria-labelledby="bindery-contents">
      <p class="contents-title" id="bindery-contents">
        {chrome.words.onThisPage}
      </p>
      <ul>
        {shown.map(({ depth, id, text }) => (
          <li class={`contents-${depth}`}>
            <a href={`#${encodeURIComponent(id)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function Footer({ chrome }: { chrome: Chrome }) {
  const { socials, columns } = chrome.site.plan.config.footer
  if (socials.length === 0 && columns.length === 0) return null
  return (
    <footer class="site-footer">
      {columns.map(({ header, links }) => (
        <div class="footer-column">
          {header && <p class="footer-header">{header}</p>}
          <ul>
            {links.map(({ label, href }) => (
              <li>
                <a href={chrome.toLink(href)}>{label}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul class="socials">
        {socials.map(({ name, href }) => (
          <li>
            <a href={chrome.toLink(href)} aria-label={name}>
              {raw(chrome.icon(socialIcons[name] ?? name) || name)}
            </a>
          </li>
        ))}
      </ul>
    </footer>
  )
}

// Where the name of a network is not the name of its icon.
const socialIcons: Record<string, string> = { x: 'x-twitter', website: 'globe', 'hacker-news': 'hacker-news' }
