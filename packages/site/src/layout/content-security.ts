/** Hosts that a page embeds, by what it embeds of them. */
export interface EmbeddedHosts {
  images: string[]
  media: string[]
  frames: string[]
}

const embedding = /<(img|source|video|audio|track|iframe|image|link)\b([^>]*)>/g
const address = /\s(?:src|srcset|poster|href|xlink:href)="([^"]*)"/g
const outside = /(https?):\/\/([^/?#\s,;'"&]+)/gi
const styleAddress = /url\((?:&quot;|&#39;|["'])?(https?):\/\/([^/?#\s);&"']+)/gi

/** Read from the rendered parts themselves, so that nothing which makes a request is missed; the only links are icons. */
export function findEmbeddedHosts(html: string): EmbeddedHosts {
  const images = new Set<string>()
  const media = new Set<string>()
  const frames = new Set<string>()
  for (const [, tag = '', attributes = ''] of html.matchAll(embedding)) {
    for (const [, value = ''] of attributes.matchAll(address)) {
      for (const [, scheme, host] of value.matchAll(outside)) {
        const origin = `${scheme}://${host}`.toLowerCase()
        if (tag === 'iframe') frames.add(origin)
        else if (tag === 'img' || tag === 'image' || tag === 'link') images.add(origin)
        // A source may belong to a picture or to a video, and a poster is an image.
        else for (const set of [images, media]) set.add(origin)
      }
    }
  }
  for (const [, scheme, host] of html.matchAll(styleAddress)) images.add(`${scheme}://${host}`.toLowerCase())
  return { images: [...images].sort(), media: [...media].sort(), frames: [...frames].sort() }
}

/**
 * What the page may load: its own site, and of other hosts only what its author embedded. No inline script but the one
 * of `digest` and no handler runs, whatever slipped into the page. Authors' `style` attributes and diagrams need inline
 * styles.
 */
export function contentSecurity({ images, media, frames }: EmbeddedHosts, digest: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' '${digest}'`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    `media-src ${["'self'", ...media].join(' ')}`,
    `frame-src ${frames.length > 0 ? frames.join(' ') : "'none'"}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

export function hostsOf({ images, media, frames }: EmbeddedHosts): string[] {
  return [...new Set([...images, ...media, ...frames].map((origin) => origin.replace(/^\w+:\/\//, '')))].sort()
}
