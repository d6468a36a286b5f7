import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { createTransportSecurity, type TransportSettings } from '../http/transport-security.ts'
import type { Dashboard } from './dashboard.ts'

const require = createRequire(import.meta.url)
const own = (name: string) => new URL(`../../assets/${name}`, import.meta.url)

const files = {
  'dashboard.css': { type: 'text/css; charset=utf-8', source: own('dashboard.css') },
  'dashboard.js': { type: 'text/javascript; charset=utf-8', source: own('dashboard.js') },
  'icon.svg': { type: 'image/svg+xml', source: own('icon.svg') },
  'inter.woff2': {
    type: 'font/woff2',
    source: require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  },
  'mono.woff2': {
    type: 'font/woff2',
    source: require.resolve('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
  },
}

type AssetName = keyof typeof files

const assets = readAssets()

/** Named by content, so that a browser keeps it for ever. */
export function assetPath(name: AssetName): string {
  return assets[name].path
}

export function bindAssets(app: Dashboard, settings: TransportSettings): void {
  const readTransportSecurity = createTransportSecurity(settings)
  // Browsers ask for it on pages that name no icon, such as JSON.
  app.get('/favicon.ico', (c) =>
    c.redirect(`${new URL(settings.publicUrl).pathname.replace(/\/$/, '')}${assetPath('icon.svg')}`, 302),
  )
  for (const { path, type, bytes } of Object.values(assets)) {
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    }
    app.get(path, (c) => {
      const transportSecurity = readTransportSecurity(c)
      const secured = transportSecurity === undefined ? {} : { 'Strict-Transport-Security': transportSecurity }
      return new Response(bytes, { headers: { ...headers, ...secured } })
    })
  }
}

function readAssets() {
  const named = Object.entries(files).map(([name, { type, source }]) => {
    return [name, nameByContent(name, type, readFileSync(source))] as const
  })
  const read = Object.fromEntries(named) as Record<AssetName, Asset>
  const sheet = Buffer.from(read['dashboard.css'].bytes)
    .toString()
    .replace(/url\(([\w.]+)\)/g, (_, font: AssetName) => `url(${basename(read[font].path)})`)
  return { ...read, 'dashboard.css': nameByContent('dashboard.css', read['dashboard.css'].type, Buffer.from(sheet)) }
}

interface Asset {
  type: string
  bytes: Uint8Array<ArrayBuffer>
  path: string
}

function nameByContent(name: string, type: string, content: Buffer): Asset {
  const bytes = new Uint8Array(content)
  return { type, bytes, path: `/dashboard/assets/${hash('sha256', bytes, 'hex').slice(0, 12)}-${name}` }
}
