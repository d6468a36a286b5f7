// From page to page: addresses without `.html` where the host has them, the next page rendered before the click, and the
// focus where a reader left it. Stands before site.js in one script.
;(() => {
  const root = document.documentElement
  const isHosted = location.protocol.startsWith('http')
  const siteUrl = new URL(root.dataset.binderyRoot || './', location.href).href

  const session = {
    get(key) {
      try {
        return sessionStorage.getItem(key)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        sessionStorage.setItem(key, value)
      } catch {
        // Storage may be forbidden: then each page finds out by itself.
      }
    },
  }

  // A host that led here without `.html` has every page so. A folder's first page does not tell; the one before did.
  function findClean() {
    const { pathname } = location
    if (!isHosted || /\.html$/.test(pathname)) return false
    if (pathname.endsWith('/')) return session.get('bindery-clean') === siteUrl
    session.set('bindery-clean', siteUrl)
    return true
  }
  const isClean = findClean()

  // The address of a page of the site as the host has it; files of our own keep theirs.
  function shorten(href) {
    const url = new URL(href, location.href)
    if (!isClean || !url.href.startsWith(siteUrl) || url.href.startsWith(`${siteUrl}_bindery/`)) return href
    url.pathname = url.pathname.replace(/\/index\.html$/, '/').replace(/\.html$/, '')
    return url.href
  }
  self.binderyShorten = shorten

  // Links to pages are relative, on every page and in every place; what begins otherwise is an author's own.
  function shortenAll() {
    for (const link of document.links) {
      const href = link.getAttribute('href')
      if (/^(?![a-z][a-z\d+.-]*:|[/#?])[^?#]*\.html(?:[?#]|$)/i.test(href)) link.href = shorten(href)
    }
  }

  // A page is fetched once a reader points at a link to it for as long as a click takes to come, or presses it. The rules
  // of the browser do it where it has them; elsewhere the answer waits in its cache. Where the rules say so, the page that
  // was pointed at last is rendered too: one at a time, since each takes as much memory as a tab. After a press it is too
  // late for that: a page that is half rendered is shown later than one that is only fetched. So it is where this page took
  // long itself: the next one would not be ready at the click.
  const rules = 'RULES'
  const hasRules = self.HTMLScriptElement?.supports?.('speculationrules')
  const own = location.href.split('#')[0]
  const known = new Set()
  let rendered
  let waiting

  // Without the time in which this page waited for its style and script: the next one finds them in the cache.
  function isQuick() {
    const [loading] = performance.getEntriesByType('navigation')
    const end = loading?.domContentLoadedEventEnd
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\.(?:css|js)$/.test(name))
    const ends = [loading, ...files].map((entry) => entry?.responseEnd).filter((time) => time <= end)
    return end > 0 && end - Math.max(...ends) < 250
  }

  function goAhead(link, isRested) {
    const address = link.href.split('#')[0]
    if (address === own || !address.startsWith(siteUrl) || !/(?:\.html|\/|\/[^./]+)$/.test(link.pathname)) return
    if (link.target || link.hasAttribute('download') || navigator.connection?.saveData) return
    if (!hasRules && !known.has(address)) fetch(address, { priority: 'low' }).catch(() => {})
    known.add(address)
    if (!hasRules || rendered?.href === link.href) return
    link.dataset.binderyAhead = isRested ? 'render' : ''
    if (!isRested) return
    if (rendered) rendered.dataset.binderyAhead = ''
    rendered = link
  }

  function addRules() {
    const script = Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: rules })
    document.head.append(script)
  }

  function followPointer() {
    const linkOf = ({ target }) => target.closest?.('a[href]')
    const rest = (event) => {
      const link = linkOf(event)
      clearTimeout(waiting)
      if (link && event.pointerType !== 'touch') waiting = setTimeout(goAhead, 65, link, isQuick())
    }
    const press = (event) => {
      const link = linkOf(event)
      clearTimeout(waiting)
      if (link) goAhead(link, false)
    }
    document.addEventListener('pointerover', rest, { passive: true })
    // A press moves the focus too, and is no rest.
    document.addEventListener('focusin', (event) => event.target.matches(':focus-visible') && rest(event))
    document.addEventListener('pointerdown', press, { passive: true })
  }

  // Who follows a link by keyboard and comes back goes on from that link. A browser that kept the page whole does it alone.
  const partOf = (link) => (link.closest('.sidebar') ? '.sidebar' : link.closest('main') ? 'main' : 'body')

  function noteFocus(event) {
    const link = event.target.closest?.('a[href]')
    if (!link || event.detail > 0 || !link.href.startsWith(siteUrl)) return
    const focus = { part: partOf(link), href: link.href }
    history.replaceState({ ...history.state, focus }, '')
  }

  function restoreFocus() {
    const { focus } = history.state ?? {}
    if (!focus || performance.getEntriesByType('navigation')[0]?.type !== 'back_forward') return
    const links = document.querySelector(focus.part)?.querySelectorAll('a[href]') ?? []
    const address = shorten(focus.href)
    for (const link of links) if (shorten(link.href) === address) return link.focus({ preventScroll: true })
  }

  function prepareLinks() {
    if (isClean) shortenAll()
    if (isHosted && hasRules) addRules()
  }

  // Of a page that is rendered ahead, blocks below the first screen are laid out and painted after it: on a long page they
  // take longer than the click. A style sheet hides them, so that no element of the page is changed. An address that leads
  // to a section may lead to any of them.
  function deferRest() {
    const blocks = document.querySelector('.prose')?.children ?? []
    const sheets = document.adoptedStyleSheets
    if (!sheets || performance.getEntriesByType('navigation')[0]?.name.includes('#')) return
    const sheet = new CSSStyleSheet()
    let shown = 12
    const hide = () => sheet.replaceSync(`.prose>:nth-child(n+${shown + 1}){display:none!important}`)
    const fillScreen = () => {
      while (shown < blocks.length && blocks[shown - 1].getBoundingClientRect().bottom < innerHeight) {
        shown *= 2
        hide()
      }
    }
    const showAll = () => sheet.replaceSync('')
    if (shown >= blocks.length) return
    hide()
    sheets.push(sheet)
    whenSettled(fillScreen)
    document.addEventListener('prerenderingchange', () => afterPaint(showAll))
    addEventListener('hashchange', showAll)
  }

  // A page that is rendered ahead has no frames and is not laid out by itself. What measures it waits for its fonts, so
  // that it is laid out once; not for slow pictures, or the click would come first.
  function whenSettled(task) {
    let isDone = false
    const run = () => {
      if (!isDone) task()
      isDone = true
    }
    addEventListener('load', run)
    document.addEventListener('prerenderingchange', run)
    setTimeout(run, 100)
  }
  self.binderySettled = whenSettled

  // In the frame after the first, which does not wait for it. Rendered ahead, before the click: then only paint is left.
  const afterPaint = (task) => requestAnimationFrame(() => requestAnimationFrame(task))
  const later = (task) => {
    if (!document.prerendering) return afterPaint(task)
    whenSettled(() => (document.prerendering ? task() : afterPaint(task)))
  }
  self.binderyLater = later

  if (document.prerendering) deferRest()
  document.addEventListener('click', noteFocus)
  if (isHosted) followPointer()
  restoreFocus()
  // No reader follows a link that is not painted.
  later(prepareLinks)
})()
