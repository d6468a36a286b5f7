import { raw } from 'hono/html'
import { firstPage } from '../navigation/index-navigation.ts'
import type { Division, DivisionKind } from '../navigation/navigation.ts'
import type { Chrome } from './chrome.ts'
import { languageNames } from './languages.ts'
import { allPagesPath } from './shared-paths.ts'
import { takeWindow } from './take-window.ts'

// More tabs than fit a wide screen, and more choices than a menu can show, are reached through the list of all pages.
const tabsShown = 8
const choicesShown = 40

interface Choice {
  division: Division
  href: string
  current: boolean
}

/** Menus of the header: languages, versions and products. */
export function HeaderSwitches({ chrome }: { chrome: Chrome }) {
  const kinds: [DivisionKind, string][] = [
    ['product', chrome.words.product],
    ['version', chrome.words.version],
    ['language', chrome.words.language],
  ]
  return (
    <>
      {kinds.map(([kind, label]) => (
        <Switch choices={choicesOf(chrome, kind)} label={label} chrome={chrome} />
      ))}
    </>
  )
}

function Switch({ choices, label, chrome }: { choices: Choice[]; label: string; chrome: Chrome }) {
  if (choices.length < 2) return null
  const at = choices.findIndex((choice) => choice.current)
  const { items, cut } = takeWindow(choices, at, choicesShown)
  return (
    <details class="switch">
      <summary aria-label={label}>{nameOf((choices[at] ?? choices[0])?.division)}</summary>
      <ul>
        {items.map((choice) => (
          <li>
            <ChoiceLink choice={choice} chrome={chrome} />
          </li>
        ))}
        {cut && (
          <li>
            <a href={chrome.toFile(allPagesPath)}>{chrome.words.more}</a>
          </li>
        )}
      </ul>
    </details>
  )
}

export function Tabs({ chrome }: { chrome: Chrome }) {
  const choices = choicesOf(chrome, 'tab')
  if (choices.length < 2) return null
  const { items, cut } = takeWindow(
    choices,
    choices.findIndex((choice) => choice.current),
    tabsShown,
  )
  return (
    <nav class="tabs-bar" aria-label="Tabs">
      <ul>
        {items.map((choice) => (
          <li>
            <ChoiceLink choice={choice} chrome={chrome} />
          </li>
        ))}
        {cut && (
          <li>
            <a href={chrome.toFile(allPagesPath)}>{chrome.words.more}</a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** What stands above the sidebar: dropdowns, anchors, the menu of a tab, and the links of every page. */
export function SidebarSwitches({ chrome }: { chrome: Chrome }) {
  const kinds: DivisionKind[] = ['dropdown', 'anchor', 'item']
  const global = chrome.site.plan.navigation.global
  const lists = kinds.map((kind) => choicesOf(chrome, kind)).filter((choices) => choices.length > 0)
  if (lists.length === 0 && global.length === 0) return null
  return (
    <ul class="sidebar-switch">
      {lists
        .flat()
        .slice(0, choicesShown)
        .map((choice) => (
          <li>
            <ChoiceLink choice={choice} chrome={chrome} />
          </li>
        ))}
      {global.slice(0, choicesShown).map((link) => (
        <li>
          <a href={chrome.toLink(link.href)}>
            {raw(chrome.icon(link.icon))}
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  )
}

function ChoiceLink({ choice: { division, href, current }, chrome }: { choice: Choice; chrome: Chrome }) {
  return (
    <a href={href} aria-current={current ? 'true' : undefined}>
      {raw(chrome.icon(division.icon))}
      {nameOf(division)}
      {division.tag && <span class="nav-tag">{division.tag}</span>}
    </a>
  )
}

/** The divisions of a kind beside the one that the page is in, each with the page to go to. */
function choicesOf(chrome: Chrome, kind: DivisionKind): Choice[] {
  const trail = chrome.section?.trail ?? []
  const parent = [...trail].reverse().find(({ divisions }) => divisions.some((division) => division.kind === kind))
  if (!parent) return []
  return parent.divisions.flatMap((division) => {
    if (division.kind !== kind || division.hidden) return []
    const current = trail.includes(division)
    const href = hrefOf(division, trail[trail.indexOf(parent) + 1], chrome)
    return href === undefined ? [] : [{ division, href, current }]
  })
}

/** Another language or version of this very page where there is one, else the first page over there. */
function hrefOf(division: Division, own: Division | undefined, chrome: Chrome): string | undefined {
  if (division.href !== undefined) return chrome.toLink(division.href)
  if (division === own) return chrome.toPage(chrome.page.route)
  const twin = own && chrome.site.navigation.twinIn(division, own, chrome.page.route)
  const target = twin ?? firstPage(division)
  return target === undefined ? undefined : chrome.toPage(target)
}

function nameOf(division: Division | undefined): string {
  if (division?.kind !== 'language') return division?.label ?? ''
  return languageNames[division.label] ?? division.label
}
