import type { PropsWithChildren } from 'hono/jsx'
import { assetPath } from '../../assets.ts'
import type { Visit } from '../../visit.ts'

interface Props {
  visit: Visit
  title: string
}

/** What every page is wrapped in. The theme that was chosen is in the markup, so nothing flashes. */
export function Document({ visit, title, children }: PropsWithChildren<Props>) {
  return (
    <html lang="en" {...(visit.theme && { 'data-theme': visit.theme })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Bindery`}</title>
        <link rel="icon" href={visit.base + assetPath('icon.svg')} />
        <link rel="preload" href={visit.base + assetPath('inter.woff2')} as="font" type="font/woff2" crossorigin="" />
        <link rel="stylesheet" href={visit.base + assetPath('dashboard.css')} />
        <script src={visit.base + assetPath('dashboard.js')} defer />
      </head>
      <body>{children}</body>
    </html>
  )
}
