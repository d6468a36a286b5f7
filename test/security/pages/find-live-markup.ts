import type { Page } from 'playwright-core'
import { evaluateOnRoot } from '../../support/evaluate-on-root.ts'

/**
 * What stands on the page and would run as soon as a reader touches it: handlers, script addresses, elements that load
 * or rewrite. The browser's own parser has made the page, so no spelling hides anything.
 */
export function findLiveMarkup(page: Page): Promise<string[]> {
  return evaluateOnRoot(page, async (root) => {
    const forbidden =
      'base, object, embed, applet, template, foreignObject, animate, animateMotion, animateTransform, set, form, frame, frameset'
    const document = root.ownerDocument
    // Two pages of ours bring their own style, and so may a drawing.
    const mayStyle = /(?:404\.html|_bindery\/report\.html|\.svg)$/.test(document.location.pathname)
    const { protocol: ownProtocol, host: ownHost } = document.location
    const isOurs = (address: string | null) => {
      const { protocol, host, pathname } = new URL(address ?? '', document.baseURI)
      return protocol === ownProtocol && host === ownHost && /\/_bindery\/[\w/-]+\.(?:js|css|woff2)$/.test(pathname)
    }
    const found: string[] = []
    const tell = (why: string, element: { outerHTML: string }) =>
      found.push(`${why}: ${element.outerHTML.slice(0, 160)}`)
    // Drawings of diagrams stand in trees of their own.
    const hosts = [...document.querySelectorAll('*')].filter((element) => element.shadowRoot !== null)
    const trees = [document, ...hosts.map((host) => host.shadowRoot)]
    const all = (selector: string) => trees.flatMap((tree) => [...tree.querySelectorAll(selector)])

    // What waits in a template for a click is inert; it may be one frame, which is looked at like any other.
    const waits = (element: { matches(selector: string): boolean; innerHTML: string }) =>
      element.matches('.frame-wait > template') && /^<iframe [^<>]*sandbox="[^<>]*><\/iframe>$/.test(element.innerHTML)
    for (const element of all(forbidden)) if (!waits(element)) tell('element', element)
    for (const element of all('style')) {
      const isRendered = element.getRootNode() !== document
      const loads = /url\s*\((?!["']?#)|image-set|@import|\\/i.test(element.textContent)
      if (isRendered ? loads : !mayStyle) tell('style', element)
    }
    // The one script that stands in a page itself is named by its digest in the page's policy.
    const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? ''
    const isNamed = async (script: string) => {
      const { crypto, TextEncoder } = document.defaultView
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)))
      return policy.includes(`'sha256-${btoa(String.fromCharCode(...digest))}'`)
    }
    // Data for search engines is no script.
    for (const element of all('script:not([type="application/ld+json"])')) {
      const isKnown = element.hasAttribute('src')
        ? isOurs(element.getAttribute('src'))
        : await isNamed(element.textContent)
      if (!isKnown) tell('script', element)
    }
    for (const element of all('link')) {
      if (!['stylesheet', 'preload', 'icon', 'canonical', 'alternate'].includes(element.rel)) tell('link', element)
      if (/stylesheet|preload/.test(element.rel) && !isOurs(element.getAttribute('href'))) tell('link', element)
    }
    for (const element of all('iframe')) {
      if (!element.hasAttribute('sandbox') || element.hasAttribute('srcdoc')) tell('frame', element)
    }
    for (const element of all('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) tell('handler', element)
        if (/^(?:srcdoc|formaction|action|ping|background)$/i.test(name)) tell(name, element)
        if (name === 'style' && /url\s*\(\s*(?!["']?#)|expression|@import/i.test(value)) tell('style', element)
        if (!/^(?:href|xlink:href|src|poster|data|srcset)$/i.test(name)) continue
        // A list of sources is cut at its spaces, as a browser does; one address may hold them.
        const address = name === 'srcset' ? value.trim().split(/[\s,]/)[0] : value
        const { protocol } = URL.canParse(address, document.baseURI)
          ? new URL(address, document.baseURI)
          : { protocol: '' }
        const isPicture = /^(?:IMG|SOURCE|VIDEO|LINK)$/.test(element.tagName) && /^\s*data:image\//i.test(value)
        const isForeignFile = protocol === 'file:' && document.location.protocol !== 'file:'
        if (/^(?:javascript|vbscript|data|blob|feed|view-source):$/.test(protocol) && !isPicture)
          tell('address', element)
        if (isForeignFile) tell('address', element)
      }
    }
    return found
  })
}
