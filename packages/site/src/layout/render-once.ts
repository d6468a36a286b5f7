import { dirname } from 'node:path/posix'
import type { SiteIndex } from '../model/site-index.ts'
import { Html, nothing } from '../render/html/html.ts'
import { loadIcon } from '../render/html/load-icon.ts'
import type { Chrome } from './chrome.ts'

/** A part of the frame, cut where its icons stand: their shapes stand on a page once, so each page has its own. */
interface Part {
  pieces: string[]
  icons: string[]
}

interface View {
  folder: string
  /** By section and name. */
  parts: Map<string, Part>
}

const views = new WeakMap<SiteIndex, View>()
const iconPlace = '\0'

/**
 * Renders a part that looks the same from all pages of one folder and section, once for them. It may ask for anything of the
 * chrome but for the page and its place. Pages come in the order of their folders: only the last folder's parts are held.
 */
export function renderOnce(chrome: Chrome, name: string, render: (chrome: Chrome) => Html): Html {
  const { parts } = viewFrom(dirname(chrome.page.output), chrome.site)
  const key = `${name} ${chrome.section?.key}`
  const known = parts.get(key) ?? cutPart(chrome, render)
  parts.set(key, known)
  const { pieces, icons } = known
  // What holds such a character itself cannot be cut there.
  if (pieces.length !== icons.length + 1) return render(chrome)
  if (icons.length === 0) return new Html(pieces[0] ?? '')
  return new Html(pieces.reduce((text, piece, at) => `${text}${chrome.icon(icons[at - 1])}${piece}`))
}

function viewFrom(folder: string, site: SiteIndex): View {
  const known = views.get(site)
  if (known?.folder === folder) return known
  const view: View = { folder, parts: new Map() }
  views.set(site, view)
  return view
}

function cutPart(chrome: Chrome, render: (chrome: Chrome) => Html): Part {
  const icons: string[] = []
  const { iconLibrary } = chrome.site.plan.config
  const { text } = render({
    ...chrome,
    icon(name) {
      if (name === undefined || !loadIcon(name, iconLibrary)) return nothing
      icons.push(name)
      return new Html(iconPlace)
    },
  })
  return { pieces: text.split(iconPlace), icons }
}
