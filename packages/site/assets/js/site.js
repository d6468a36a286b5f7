// The whole behavior of a page. A classic script, so that it also runs from a disk; everything here only improves
// what already works without it. Values and controls come from `data-bindery-…`, which authors cannot write.
;(() => {
  const root = document.documentElement
  const { script, words, ...search } = JSON.parse(root.dataset.binderySite)
  const all = (selector, from = document) => [...from.querySelectorAll(selector)]
  const later = self.binderyLater
  // Otherwise an element with such an id would be found in their place.
  for (const name of ['StartSearch', 'ShowShortcuts', 'Search', 'Navigation']) self[`bindery${name}`] = undefined

  const store = {
    get(key) {
      try {
        return localStorage.getItem(`bindery-${key}`)
      } catch {
        return null
      }
    },
    set(key, value) {
      try {
        localStorage.setItem(`bindery-${key}`, value)
      } catch {
        // Storage may be forbidden or full: the choice then lasts as long as the page.
      }
    },
  }

  // Light and dark: the reader's choice, else the author's, else the system's.
  function switchTheme() {
    const { binderyTheme: theme, binderyAppearance: appearance } = root.dataset
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    const now = theme || (appearance === 'light' || appearance === 'dark' ? appearance : system)
    const next = now === 'dark' ? 'light' : 'dark'
    root.dataset.binderyTheme = next
    store.set('theme', next)
  }

  // An announcement stays closed until its words change.
  function closeBanner() {
    store.set('banner', root.dataset.binderyBanner)
    root.dataset.binderyDismissed = ''
  }

  // Copying code, prompts and links to sections.
  function copyFrom(button) {
    const scope = button.closest('[data-bindery-scope]')
    const source = scope?.querySelector('[data-bindery-source], pre code')
    if (!source) return
    const clone = source.cloneNode(true)
    for (const removed of all('.line.del', clone)) removed.remove()
    writeClipboard(clone.textContent.replace(/\n+$/, '\n').trimEnd(), () => sayDone(button))
  }

  function sayDone(button) {
    const label = button.textContent
    button.textContent = button.dataset.binderyDone
    button.classList.add('copied')
    setTimeout(() => {
      button.textContent = label
      button.classList.remove('copied')
    }, 1600)
  }

  // From a disk nothing can be read: there the link opens the file.
  function copyPage(link, event) {
    if (!location.protocol.startsWith('http') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    fetch(link.href)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject()))
      .then((text) => writeClipboard(text, () => sayDone(link)))
      .catch(() => location.assign(link.href))
  }

  // A frame of another host waits in a template for the reader. With a key held the link opens elsewhere.
  function loadFrame(link, event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const place = link.parentElement
    place.replaceWith(place.querySelector('template').content)
  }

  // The clipboard interface needs https; a site opened from a disk or an intranet has only the old way.
  function writeClipboard(text, done) {
    if (navigator.clipboard && isSecureContext) return void navigator.clipboard.writeText(text).then(done, () => {})
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'visually-hidden'
    document.body.append(area)
    area.select()
    if (document.execCommand('copy')) done()
    area.remove()
  }

  // A page may be rendered before its reader opens it. What was chosen meanwhile is read when it is shown.
  const whenShown = (task) => document.addEventListener('prerenderingchange', task)

  // Tabs: a choice is made once for all tabs with that name, here and on later pages.
  const chosen = () => JSON.parse(store.get('tabs') || '[]')

  function chooseTab(radio) {
    const set = radio.closest('.tabs')
    if (!('binderySync' in set.dataset)) return
    const top = set.getBoundingClientRect().top
    selectEverywhere(radio.value)
    // Tabs above may have changed their height: what the reader clicked must not move.
    scrollBy(0, set.getBoundingClientRect().top - top)
    store.set('tabs', JSON.stringify([radio.value, ...chosen().filter((name) => name !== radio.value)].slice(0, 30)))
  }

  function selectEverywhere(name) {
    for (const radio of all('.tabs[data-bindery-sync] > .tab-list > .tab-label > .tab-radio')) {
      if (radio.value === name) check(radio)
    }
  }

  // A menu in the place of tabs shows what is chosen.
  function check(radio) {
    if (!radio) return
    radio.checked = true
    const menu = radio.closest('.tabs').querySelector(':scope > .tab-select')
    if (menu) menu.value = radio.value
  }

  // A tab and its panel have the same place.
  const tabsOf = (set) => all(':scope > .tab-list > .tab-label > .tab-radio', set)

  function chooseInMenu(menu) {
    const radio = tabsOf(menu.parentElement)[menu.selectedIndex]
    check(radio)
    chooseTab(radio)
  }

  function openPanel(panel) {
    const set = panel.parentElement
    check(tabsOf(set)[all(':scope > .tab-panel', set).indexOf(panel)])
  }

  // Anyone can put a stray “%” behind an address: then the fragment names what it says.
  function idOf({ hash }) {
    try {
      return decodeURIComponent(hash.slice(1))
    } catch {
      return hash.slice(1)
    }
  }

  const arrival = performance.getEntriesByType('navigation')[0]?.type
  let isReturning = arrival === 'back_forward' || arrival === 'reload'
  self.navigation?.addEventListener('navigate', ({ navigationType }) => {
    isReturning = navigationType === 'traverse'
  })

  // Addresses with a fragment: whatever hides the target opens.
  function reveal() {
    const id = idOf(location)
    const target = id && document.getElementById(id)
    if (!target) return
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') at.open = true
      if (at.matches('.tabs > .tab-panel')) openPanel(at)
    }
    // Who comes back is where the browser says, which is not always at the target.
    if (!isReturning && (!target.checkVisibility || target.checkVisibility())) target.scrollIntoView()
  }

  // The menu of a phone: a sheet that keeps the focus until it closes. It holds what the header has no room for.
  const sidebar = document.querySelector('[data-bindery-sidebar]')
  let opener
  function openSheet(button, event) {
    event.preventDefault()
    opener = button
    sidebar.prepend(...all('body > header > div > .switch').filter((menu) => menu.getClientRects().length === 0))
    sidebar.classList.add('open')
    for (const other of document.body.children) if (!other.contains(sidebar)) other.inert = true
    for (const other of sidebar.parentElement.children) if (other !== sidebar) other.inert = true
    const current = sidebar.querySelector('[aria-current="page"]')
    ;(current || sidebar.querySelector('a, summary'))?.focus()
  }

  function closeSheet() {
    if (!sidebar.classList.contains('open')) return
    sidebar.classList.remove('open')
    document.querySelector('body > header > div > .logo').after(...all('.switch', sidebar))
    for (const other of all('[inert]')) other.inert = false
    opener?.focus()
  }

  // The contents name the section that is being read.
  function followSections() {
    const links = new Map(all('.contents a').map((link) => [idOf(link), link]))
    const targets = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
    if (targets.length === 0) return
    const offset = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) + 8
    let current
    let waiting = false
    const update = () => {
      waiting = false
      const atEnd = scrollY + innerHeight >= root.scrollHeight - 2 && scrollY > 0
      const past = targets.filter((target) => target.getClientRects()[0]?.top <= offset)
      const target = (atEnd ? targets : past).at(-1) || targets[0]
      if (target === current) return
      links.get(current?.id)?.removeAttribute('aria-current')
      links.get(target.id)?.setAttribute('aria-current', 'true')
      current = target
    }
    const ask = () => {
      if (waiting) return
      waiting = true
      requestAnimationFrame(update)
    }
    addEventListener('scroll', ask, { passive: true })
    addEventListener('resize', ask)
    update()
  }

  // A changelog's entries by tag: those with every tag that is chosen. The address says which.
  function filterUpdates() {
    const boxes = all('.update-filter input')
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value)
    for (const update of all('.update')) {
      const tags = JSON.parse(update.dataset.binderyTags || '[]')
      update.hidden = !chosen.every((tag) => tags.includes(tag))
    }
    const url = new URL(location)
    if (chosen.length > 0) url.searchParams.set('tags', chosen.join())
    else url.searchParams.delete('tags')
    if (url.href !== location.href) history.replaceState(history.state, '', url)
  }

  function offerFilters() {
    const filters = all('.update-filter')
    if (filters.length === 0) return
    const asked = new URLSearchParams(location.search).get('tags')?.split(',') ?? []
    for (const filter of filters) filter.hidden = false
    for (const box of all('.update-filter input')) box.checked = asked.includes(box.value)
    if (asked.length > 0) filterUpdates()
  }

  // Of views only the chosen one's headings are listed.
  function listShown() {
    for (const link of all('.contents a')) {
      const target = document.getElementById(idOf(link))
      link.parentElement.hidden = Boolean(target?.closest('.views, .update') && !target.checkVisibility())
    }
  }

  // What scrolls must be reachable by keyboard, and shows where text is hidden: also in a tab that is opened later, and in
  // a window that has become narrower.
  function followScrollers() {
    const boxes = all('.code pre, .table-scroll, .diagram pre, .math')
    const scrolls = (box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight
    // Each is measured before the first is marked, so that none is styled twice.
    const mark = (some) => {
      const scrolling = new Set(some.filter(scrolls))
      for (const box of some) {
        if (scrolling.has(box)) box.tabIndex = 0
        else box.removeAttribute('tabindex')
      }
    }
    mark(boxes)
    const sizes = new ResizeObserver((changes) => mark(changes.map(({ target }) => target)))
    for (const box of boxes) sizes.observe(box)
  }

  // Posters of other hosts are asked for when the page is shown, and not before.
  function showPosters() {
    for (const film of all('video[data-bindery-poster]')) film.poster = film.dataset.binderyPoster
  }

  // A menu of the header closes when the reader turns elsewhere.
  function closeMenus(except) {
    for (const menu of all('.switch[open]')) if (menu !== except) menu.open = false
  }

  // The sidebar of a section stays as the reader left it: its place, and the groups that are open. The current page is
  // in sight, on the first page too. The place is noted while it scrolls: asked for at the end, it can make the
  // browser style the whole page that is being left.
  function keepSidebar() {
    const section = root.dataset.binderyNav
    if (!section) return
    const read = () => {
      try {
        const { section: left, top, groups } = JSON.parse(sessionStorage.getItem('bindery-sidebar'))
        if (left === section) return { top, groups }
      } catch {
        // Nothing is stored, or nothing can be read.
      }
      return { top: 0, groups: {} }
    }
    const state = { top: 0, groups: {} }
    const write = () => {
      try {
        sessionStorage.setItem('bindery-sidebar', JSON.stringify({ section, ...state }))
      } catch {
        // As with every choice: then it lasts as long as the page.
      }
    }
    const restore = () => {
      const { groups } = Object.assign(state, read())
      for (const summary of all('summary', sidebar)) {
        const open = groups[summary.textContent]
        const group = summary.parentElement
        if (open !== undefined && !group.querySelector('[aria-current="page"]')) group.open = open
      }
      for (const link of all('[data-bindery-group]', sidebar)) if (groups[link.textContent]) openGroup(link, false)
      state.top = findPlace(sidebar, state.top)
      sidebar.scrollTop = state.top
    }
    if (document.prerendering) self.binderySettled(() => document.prerendering && restore())
    else restore()
    whenShown(restore)
    sidebar.addEventListener(
      'scroll',
      () => {
        state.top = sidebar.scrollTop
      },
      { passive: true },
    )
    addEventListener('pagehide', write)
    // A page that was rendered ahead is shown before this one is told that it is left.
    document.addEventListener('click', write)
    sidebar.addEventListener(
      'toggle',
      ({ target }) => {
        state.groups[target.firstChild.textContent] = target.open
        write()
      },
      true,
    )
  }

  // Where the sidebar was, or with the current page a third below its top, if that would be out of sight.
  function findPlace(sidebar, top) {
    const { clientHeight: height, scrollHeight, scrollTop } = sidebar
    const place = Math.min(top, scrollHeight - height)
    const current = sidebar.querySelector('[aria-current="page"]')
    if (!current) return place
    const offset = current.getBoundingClientRect().top - sidebar.getBoundingClientRect().top + scrollTop
    return offset < place || offset > place + height - 48 ? Math.max(0, offset - height / 3) : place
  }

  // The contents are a list beside the text, or fold into a bar above it.
  function foldContents() {
    const contents = document.querySelector('.contents details')
    const wide = matchMedia('(min-width: 1161px)')
    const fold = () => {
      contents.open = wide.matches
    }
    if (!contents) return
    fold()
    wide.addEventListener('change', fold)
    contents.addEventListener('click', (event) => event.target.closest('a') && fold())
  }

  // Of a large section a page carries only its surroundings; the rest comes when a reader opens a group.
  function openGroup(link, moves = true) {
    loadNavigation(root.dataset.binderyNav, (entries) => {
      const entry = link.dataset.binderyGroup
        .split('.')
        .reduce(([, , inside], index) => inside[index], ['', null, entries])
      const group = fillGroup(link.parentElement, entry, link.childNodes)
      group.open = true
      if (moves) group.firstChild.focus()
    })
  }

  // A script element is all that also works from a disk.
  function loadNavigation(key, done) {
    const find = () => (window.binderyNavigation || []).find(([name]) => name === key)
    if (find()) return done(find()[1])
    const script = document.createElement('script')
    script.src = `${root.dataset.binderyRoot}_bindery/nav/${key}.js`
    script.onload = () => find() && done(find()[1])
    document.head.append(script)
  }

  function drawEntries(entries) {
    const list = document.createElement('ul')
    for (const entry of entries) {
      const [label, path, inside] = entry
      const item = document.createElement('li')
      if (inside) fillGroup(item, entry, [label])
      else item.append(drawLink(path, [label]))
      list.append(item)
    }
    return list
  }

  // A section may hold thousands of entries: a group's are drawn when it opens. A summary is a button, and a button
  // holds no link: that to the group's own page stands before it.
  function fillGroup(item, [label, path, inside], title) {
    const group = document.createElement('details')
    const summary = document.createElement('summary')
    group.append(summary)
    group.addEventListener('toggle', () => group.append(drawEntries(inside)), { once: true })
    item.className = path ? 'nav-group nav-rooted' : 'nav-group'
    item.replaceChildren(...(path ? [drawLink(path, title), group] : [group]))
    summary.append(...(path ? [hideText(label)] : title))
    return group
  }

  function hideText(text) {
    const hidden = document.createElement('span')
    hidden.className = 'visually-hidden'
    hidden.textContent = text
    return hidden
  }

  function drawLink(path, title) {
    const link = document.createElement('a')
    link.href = /^[a-z][a-z\d+.-]*:/i.test(path) ? path : self.binderyShorten(root.dataset.binderyRoot + path)
    link.append(...title)
    return link
  }

  // Search comes with the first reader who asks for it. What he types before it is there is kept for it.
  let openSearch
  let typed
  function startSearch() {
    const start = () => {
      openSearch ??= self.binderyStartSearch({ ...search, words })
      openSearch(endWait())
    }
    if (self.binderyStartSearch) return start()
    if (typed !== undefined) return
    typed = ''
    document.addEventListener('keydown', keepTyped)
    loadSearch(start, endWait)
  }

  function loadSearch(onload, onerror) {
    const src = root.dataset.binderyRoot + script
    document.head.append(Object.assign(document.createElement('script'), { src, onload, onerror }))
  }

  // The list of keys comes with the search, which most of them are for.
  function showShortcuts() {
    const show = () => self.binderyShowShortcuts(words)
    if (self.binderyShowShortcuts) show()
    else loadSearch(show)
  }

  function keepTyped(event) {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    typed += event.key
  }

  function endWait() {
    document.removeEventListener('keydown', keepTyped)
    const kept = typed
    typed = undefined
    return kept
  }

  // A field of a dialog that was just closed keeps the focus until the next frame, though nobody can type into it.
  const isTyping = (element) =>
    (element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName)) &&
    !element.closest('dialog:not([open])')

  // A reader who opens an accordion has its address to send on.
  function nameOpened(summary) {
    const { id, open } = summary.parentElement
    if (id && !open) history.replaceState(history.state, '', `#${encodeURIComponent(id)}`)
  }

  const controls = {
    copy: copyFrom,
    banner: closeBanner,
    frame: loadFrame,
    theme: switchTheme,
    search: startSearch,
    page: copyPage,
    menu: openSheet,
    anchor: ({ href }) => writeClipboard(href, () => {}),
    group(link, event) {
      // With a key held the reader wants the page itself, elsewhere.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      openGroup(link)
    },
  }

  document.addEventListener('click', (event) => {
    const target = event.target
    const summary = target.closest('.accordion > summary')
    if (summary) nameOpened(summary)
    closeMenus(target.closest('.switch'))
    const control = target.closest('[data-bindery-do]')
    if (control) controls[control.dataset.binderyDo](control, event)
    else if (!sidebar.contains(target)) closeSheet()
  })

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      closeSheet()
      closeMenus()
    }
    if (isTyping(event.target)) return
    const hasControl = event.ctrlKey || event.metaKey
    const single = !hasControl && root.dataset.binderyKeys !== 'off' && event.key
    if (single === '/' || (hasControl && event.key === 'k')) {
      event.preventDefault()
      startSearch()
    }
    if (single === '?' && !document.querySelector('dialog[open]')) showShortcuts()
  })

  document.addEventListener('change', (event) => {
    if (event.target.matches('.tabs .tab-radio')) chooseTab(event.target)
    else if (event.target.matches('.tabs > .tab-select')) chooseInMenu(event.target)
    else if (event.target.matches('.update-filter input')) filterUpdates()
    else return
    listShown()
  })

  // What only works with script is hidden until there is script.
  for (const control of all('[data-bindery-do][hidden]')) control.hidden = false
  addEventListener('hashchange', reveal)
  const showChosen = () => {
    for (const name of chosen().reverse()) selectEverywhere(name)
    reveal()
    listShown()
  }
  offerFilters()
  foldContents()
  showChosen()
  // Measured last, when all that changes the layout is done: the browser lays the page out once before it paints.
  keepSidebar()
  if (!document.prerendering) showPosters()
  whenShown(showPosters)
  const tabs = store.get('tabs')
  whenShown(() => tabs === store.get('tabs') || showChosen())
  later(followSections)
  later(followScrollers)
})()
