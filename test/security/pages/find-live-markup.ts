import type { Page } from 'playwright-core'

/**
 * What stands on the page and would run as soon as a reader touches it: handlers, script addresses, elements that load
 * or rewrite. The browser's own parser has made the page, so no spelling hides anything.
 */
export function findLiveMarkup(page: Page): Promise<string[]> {
  return page.locator(':root').evaluate((root) => {
    const forbidden =
      'base, object, embed, applet, template, foreignObject, animate, animateMotion, animateTransform, set, form, frame, frameset'
    const document = root.ownerDocument
    // Two pages of ours bring their own style, and so may a drawing.
    const mayStyle = /(?:404\.html|_bindery\/report\.html|\.svg)$/.test(document.location.pathname)
    const { protocol: ownProtocol, host: ownHost } = document.location
    const isOurs = (address: string | null) => {
      const { protocol, host, pathname } = new URL(address ?? '', document.baseURI)
      return protocol === ownProtocol && host === ownHost && /\/_bindery\/[\w/-]+\.(?:js|css)$/.test(pathname)
    }
    const found: string[] = []
    const tell = (why: string, element: { outerHTML: string }) =>
      found.push(`${why}: ${element.outerHTML.slice(0, 160)}`)

    for (const element of document.querySelectorAll(forbidden)) tell('element', element)
    if (!mayStyle) for (const element of document.querySelectorAll('style')) tell('style', element)
    for (const element of document.querySelectorAll('script')) {
      if (!isOurs(element.getAttribute('src'))) tell('script', element)
    }
    for (const element of document.querySelectorAll('link')) {
      if (!['stylesheet', 'icon', 'canonical', 'alternate'].includes(element.rel)) tell('link', element)
      if (element.rel === 'stylesheet' && !isOurs(element.getAttribute('href'))) tell('link', element)
    }
    for (const element of document.querySelectorAll('iframe')) {
      if (!element.hasAttribute('sandbox') || element.hasAttribute('srcdoc')) tell('frame', element)
    }
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) tell('handler', element)
        if (/^(?:srcdoc|formaction|action|ping|background)$/i.test(name)) tell(name, element)
        if (name === 'style' && /url\s*\(|expression|@import/i.test(value)) tell('style', element)
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
