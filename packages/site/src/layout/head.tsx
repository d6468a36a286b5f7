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
  theme: ThemePaths
}

export function Head({ chrome, description, policy, theme }: HeadInput) {
  const { page, site } = chrome
  const { name, favicon } = site.plan.config
  return (
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{page.title === name ? name : `${page.title} · ${name}`}</title>
      {description && <meta name="description" content={description} />}
      {page.noindex && <meta name="robots" content="noindex" />}
      {favicon && <Favicon light={chrome.toAsset(favicon.light)} dark={chrome.toAsset(favicon.dark)} />}
      <script src={chrome.toFile(theme.headScript)} />
      <link rel="stylesheet" href={chrome.toFile(theme.css)} />
      <script src={chrome.toFile(theme.script)} defer />
    </head>
  )
}

function Favicon({ light, dark }: { light: string | undefined; dark: string | undefined }) {
  if (light === undefined || light === dark) return light ? <link rel="icon" href={light} /> : null
  return (
    <>
      <link rel="icon" href={light} media="(prefers-color-scheme: light)" />
      {dark && <link rel="icon" href={dark} media="(prefers-color-scheme: dark)" />}
    </>
  )
}
