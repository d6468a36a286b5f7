import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { firstPage } from '../navigation/index-navigation.ts'
import type { Entry, Group } from '../navigation/navigation.ts'
import type { Chrome } from './chrome.ts'
import { sectionPagePath } from './shared-paths.ts'
import { takeWindow } from './take-window.ts'

// A section of up to 60 entries stands on each of its pages whole. Of a larger one only the way to the page does, and
// at most 40 neighbours on each level: 5 KB before compression, whatever the size of the site. The rest is one link
// away, and the script fetches it when a reader opens a group.
const wholeSection = 60
const entriesOfLevel = 40

interface Level {
  chrome: Chrome
  whole: boolean
  /** The numbers of the groups above, by which the script finds a group in the section's data. */
  path: number[]
}

export function Sidebar({ chrome }: { chrome: Chrome }) {
  const { section, words } = chrome
  const division = section?.trail.at(-1)
  if (!section || !division) return null
  const whole = countEntries(division.entries, wholeSection) <= wholeSection
  return (
    <nav class="sidebar-nav" aria-label={words.menu} data-section={section.key}>
      <Entries entries={division.entries} level={{ chrome, whole, path: [] }} />
      {!whole && (
        <a class="sidebar-all" href={chrome.toFile(sectionPagePath(section.key))}>
          {words.allPages}
        </a>
      )}
    </nav>
  )
}

function Entries({ entries, level }: { entries: Entry[]; level: Level }) {
  const shown = entries.filter((entry) => isShown(entry))
  const current = shown.findIndex((entry) => isOnTheWay(entry, level.chrome))
  const { items, start, cut } = takeWindow(shown, current, level.whole ? shown.length : entriesOfLevel)
  return (
    <ul data-cut={cut || undefined}>
      {items.map((entry, index) => (
        <EntryItem entry={entry} level={{ ...level, path: [...level.path, start + index] }} />
      ))}
    </ul>
  )
}

function EntryItem({ entry, level }: { entry: Entry; level: Level }) {
  const { chrome } = level
  if (typeof entry === 'string') return <PageItem route={entry} chrome={chrome} />
  if (entry.kind === 'group') return <GroupItem group={entry} level={level} />
  if (entry.kind === 'operation') return null
  return (
    <li>
      <a href={chrome.toLink(entry.href)}>
        {raw(chrome.icon(entry.icon))}
        {entry.label}
      </a>
    </li>
  )
}

function PageItem({ route, chrome }: { route: string; chrome: Chrome }) {
  const page = chrome.site.pages.get(route)
  if (!page) return null
  return (
    <li>
      <a href={chrome.toPage(route)} aria-current={route === chrome.page.route ? 'page' : undefined}>
        {page.method && <span class={`method method-${page.method.toLowerCase()}`}>{page.method}</span>}
        {raw(chrome.icon(page.icon))}
        {page.label ?? page.title}
        {page.tag && <span class="nav-tag">{page.tag}</span>}
      </a>
    </li>
  )
}

/** Groups of the first level are headings; deeper ones open and close, without script too. */
function GroupItem({ group, level }: { group: Group; level: Level }) {
  const { chrome, whole, path } = level
  const onTheWay = isOnTheWay(group, chrome)
  const label = (
    <>
      {raw(chrome.icon(group.icon))}
      {group.label}
      {group.tag && <span class="nav-tag">{group.tag}</span>}
    </>
  )
  if (!onTheWay && !whole) return <ClosedGroup group={group} level={level} label={label} />
  const inside = <Entries entries={group.entries} level={level} />
  const title =
    group.root === undefined ? (
      label
    ) : (
      <a href={chrome.toPage(group.root)} aria-current={group.root === chrome.page.route ? 'page' : undefined}>
        {label}
      </a>
    )
  if (path.length === 1) {
    return (
      <li class="nav-group">
        <span class="nav-group-title">{title}</span>
        {inside}
      </li>
    )
  }
  return (
    <li class="nav-group">
      <details open={onTheWay || group.expanded}>
        <summary>{title}</summary>
        {inside}
      </details>
    </li>
  )
}

/** Only the way in: its first page, on which it stands open. With script it opens where it is. */
function ClosedGroup({ group, level: { chrome, path }, label }: { group: Group; level: Level; label: Child }) {
  const first = firstPage(group)
  if (first === undefined) return null
  return (
    <li>
      <a class="nav-closed" href={chrome.toPage(first)} data-group={path.join('.')}>
        {label}
      </a>
    </li>
  )
}

function isShown(entry: Entry): boolean {
  if (typeof entry === 'string') return true
  return entry.kind === 'group' ? !entry.hidden : entry.kind === 'link'
}

function isOnTheWay(entry: Entry, { page, place }: Chrome): boolean {
  if (typeof entry === 'string') return entry === page.route
  return entry.kind === 'group' && (place?.groups.includes(entry) ?? false)
}

/** Counts no further than it must: a section may hold 100,000. */
function countEntries(entries: Entry[], limit: number): number {
  let count = 0
  for (const entry of entries) {
    count += typeof entry !== 'string' && entry.kind === 'group' ? 1 + countEntries(entry.entries, limit) : 1
    if (count > limit) return count
  }
  return count
}
