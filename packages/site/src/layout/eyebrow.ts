import { firstPage } from '../plan/navigation/index-navigation.ts'
import { type Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'

/** Where a page stands, above its title: its group, or the way to it with links. */
export function renderEyebrow(chrome: Chrome): Html {
  const groups = chrome.place?.groups ?? []
  const last = groups.at(-1)
  if (last === undefined) return nothing
  if (!chrome.site.plan.config.breadcrumbs) return html`<p class="eyebrow">${last.label}</p>`
  const steps = groups.map((group) => {
    const first = group.root ?? firstPage(group)
    return html`<li>${first === undefined ? group.label : html`<a href="${chrome.toPage(first)}">${group.label}</a>`}</li>`
  })
  return html`<nav class="eyebrow breadcrumbs" aria-label="${chrome.words.breadcrumbs}"><ol>${steps}</ol></nav>`
}
