import type { Chrome } from './chrome.ts'

export interface HeadInput {
  chrome: Chrome
  description: string | undefined
  policy: string
  styles: string[]
  /** Run before the page is drawn, so that it never flashes in the wrong light. */
  earlyScripts: string[]
  scripts: string[]
}

export function Head({ chrome, description, policy, styles, earlyScripts, scripts }: HeadInput) {
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
      {earlyScripts.map((path) => (
        <script src={chrome.toFile(path)} />
      ))}
      {styles.map((path) => (
        <link rel="stylesheet" href={chrome.toFile(path)} />
      ))}
      {scripts.map((path) => (
        <script src={chrome.toFile(path)} defer />
      ))}
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
