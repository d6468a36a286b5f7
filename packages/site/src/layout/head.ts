import { Html, html, nothing } from '../components/html.ts'
import type { Chrome } from './chrome.ts'

/** The shared files that every page loads, by their path from the site's root. */
export interface ThemePaths {
  css: string
  script: string
  /** Runs before the page is drawn, so that it never flashes in the wrong light. */
  headScript: string
}

interface HeadInput {
  chrome: Chrome
  description: string | undefined
  policy: string
  favicons: Html
  theme: ThemePaths
}

export function drawHead({ chrome, description, policy, favicons, theme }: HeadInput): Html {
  const { page, site } = chrome
  const { name } = site.plan.config
  return html`<head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="${policy}"/>${viewport}<title>${
    page.title === name ? name : `${page.title} · ${name}`
  }</title>${description ? html`<meta name="description" content="${description}"/>` : nothing}${
    page.noindex ? noindex : nothing
  }${favicons}<script src="${chrome.toFile(theme.headScript)}"></script><link rel="stylesheet" href="${chrome.toFile(
    theme.css,
  )}"/><script src="${chrome.toFile(theme.script)}" defer=""></script></head>`
}

const viewport = new Html('<meta name="viewport" content="width=device-width, initial-scale=1"/>')
const noindex = new Html('<meta name="robots" content="noindex"/>')

export function drawFavicons(chrome: Chrome): Html {
  const { favicon } = chrome.site.plan.config
  const light = favicon && chrome.toAsset(favicon.light)
  const dark = favicon && chrome.toAsset(favicon.dark)
  if (light === undefined) return nothing
  if (light === dark) return html`<link rel="icon" href="${light}"/>`
  const ofDark = dark && html`<link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)"/>`
  return html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"/>${ofDark}`
}
