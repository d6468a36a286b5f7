// Stands on the pages that `bindery dev` serves, and on no other: loads the page again when it has changed, keeps the
// place where its author was reading, and says at the foot of the page what is wrong with it.
;(() => {
  const version = new URL(document.currentScript.src).searchParams.get('version')
  const placeKey = 'bindery-dev-place'
  const dismissedKey = 'bindery-dev-dismissed'

  // Where the reader was before the page became too short for it, such as a page that failed.
  let unreached

  function keepPlace() {
    const place = unreached && scrollY === unreached.stoppedAt ? unreached : { x: scrollX, y: scrollY }
    sessionStorage.setItem(placeKey, JSON.stringify({ path: location.pathname, x: place.x, y: place.y }))
  }

  function findPlace() {
    const place = JSON.parse(sessionStorage.getItem(placeKey) ?? 'null')
    sessionStorage.removeItem(placeKey)
    if (place?.path !== location.pathname) return
    scrollTo({ left: place.x, top: place.y, behavior: 'instant' })
    if (scrollY < place.y) unreached = { ...place, stoppedAt: scrollY }
  }

  const style = `
    :host { all: initial; color-scheme: inherit; }
    section { position: fixed; inset: auto 1rem 1rem auto; z-index: 2147483647; max-width: min(42rem, calc(100vw - 2rem));
      max-height: 40vh; overflow: auto; padding: .75rem 1rem; border: 1px solid light-dark(#d8d4cf, #44403c);
      border-radius: .6rem; background: light-dark(#fff, #1c1917); color: light-dark(#292524, #e7e5e4);
      box-shadow: 0 4px 24px rgb(0 0 0 / 15%); font: 13px/1.5 system-ui, sans-serif; }
    header { display: flex; justify-content: space-between; gap: 1rem; font-weight: 600; }
    button { border: 0; padding: 0 .25rem; background: none; color: inherit; font: inherit; cursor: pointer; }
    ul { margin: .4rem 0 0; padding: 0; list-style: none; }
    li + li { margin-top: .4rem; }
    code { font: 12px/1.5 ui-monospace, monospace; opacity: .75; overflow-wrap: anywhere; }
    .error code { color: light-dark(#b91c1c, #fca5a5); opacity: 1; }
  `

  let panel
  function showRemarks(remarks) {
    panel?.remove()
    const text = JSON.stringify(remarks)
    if (remarks.length === 0 || sessionStorage.getItem(dismissedKey) === text) return
    panel = document.createElement('bindery-dev-remarks')
    const section = element('section', { role: 'status' })
    const close = element('button', { type: 'button', 'aria-label': 'Dismiss' }, '✕')
    close.addEventListener('click', () => {
      sessionStorage.setItem(dismissedKey, text)
      panel.remove()
    })
    const title = element('span', {}, remarks.length === 1 ? '1 remark' : `${remarks.length} remarks`)
    section.append(element('header', {}, title, close), element('ul', {}, ...remarks.map(drawRemark)))
    panel.attachShadow({ mode: 'open' }).append(element('style', {}, style), section)
    document.body.append(panel)
  }

  function drawRemark({ severity, file, line, column, message }) {
    const place = element('code', {}, `${file}:${line}:${column}`)
    return element('li', { class: severity }, place, element('div', {}, message))
  }

  function element(name, attributes, ...children) {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...children)
    return made
  }

  let events
  function listen() {
    const query = new URLSearchParams({ path: location.pathname, version })
    events = new EventSource(`/_bindery/events?${query}`)
    events.addEventListener('remarks', ({ data }) => showRemarks(JSON.parse(data)))
    events.addEventListener('reload', () => {
      events.close()
      keepPlace()
      // Else the browser puts the page to where a shorter one had to stop, and does so after us.
      history.scrollRestoration = 'manual'
      location.reload()
    })
  }

  // A browser opens six connections to a host at most, and a hidden page needs none: it hears what it missed when it
  // is looked at again.
  document.addEventListener('visibilitychange', () => {
    events?.close()
    if (!document.hidden) listen()
  })
  if (!document.hidden) listen()
  addEventListener('load', findPlace)
  // Whoever leaves by a link and comes back finds his place as on any page.
  addEventListener('click', () => {
    history.scrollRestoration = 'auto'
  })
})()
