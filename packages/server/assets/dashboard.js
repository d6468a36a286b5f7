// What the pages can do without, made pleasant: copying, times that stay true, jobs that are followed.

const steps = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86400, 3600, 'hour'],
  [2592000, 86400, 'day'],
  [31536000, 2592000, 'month'],
  [Number.POSITIVE_INFINITY, 31536000, 'year'],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

function enliven(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => copy(button))
  }
  for (const form of root.querySelectorAll('form[data-instant]')) filterAtOnce(form)
  for (const place of root.querySelectorAll('[data-live]')) follow(place)
}

async function copy(button) {
  const before = button.textContent
  try {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Press Ctrl-C'
    getSelection()?.selectAllChildren(button.parentElement.querySelector('code'))
  }
  setTimeout(() => {
    button.textContent = before
  }, 1500)
}

// A list is narrowed while one types or chooses; without the script there is a button for it.
function filterAtOnce(form) {
  form.querySelector('button[type=submit]').hidden = true
  let later
  let running
  const apply = () => {
    clearTimeout(later)
    running?.abort()
    running = new AbortController()
    showFiltered(form, running.signal).catch(() => {})
  }
  form.addEventListener('change', apply)
  form.addEventListener('input', (event) => {
    clearTimeout(later)
    if (event.target.tagName === 'INPUT') later = setTimeout(apply, 250)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    apply()
  })
}

// Everything but the form itself is replaced, so that the field keeps its focus.
async function showFiltered(form, signal) {
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form)) if (value !== '') url.searchParams.set(name, value)
  const answer = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'error', signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelector('form[data-instant]')
  if (!answer.ok || !fresh) return location.assign(url)
  const main = form.parentElement
  for (const node of [...main.childNodes]) if (node !== form) node.remove()
  const place = [...fresh.parentElement.childNodes].indexOf(fresh)
  const nodes = [...fresh.parentElement.childNodes]
  form.before(...nodes.slice(0, place))
  form.after(...nodes.slice(place + 1))
  history.replaceState(null, '', url)
  for (const node of main.children) {
    if (node === form) continue
    enliven(node)
    if (node.dataset.live) follow(node)
  }
  tellTimes()
}

function tellTimes() {
  for (const time of document.querySelectorAll('time[datetime]')) {
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000
    const rounded = (unitSeconds) => Math.round(seconds / unitSeconds)
    const step = steps.find(([limit, unitSeconds]) => Math.abs(rounded(unitSeconds) * unitSeconds) < limit)
    time.textContent = relative.format(rounded(step[1]), step[2])
  }
}

// The server holds the answer back until the job has changed. What one has opened or typed stays as it was.
async function follow(place) {
  let pause = 1000
  while (place.isConnected && place.dataset.live) {
    try {
      const url = new URL(place.dataset.live, location.href)
      url.searchParams.set('since', place.dataset.revision)
      const answer = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'manual' })
      // Whoever has signed out meanwhile signs in again.
      if (answer.type === 'opaqueredirect') return location.reload()
      if (answer.status >= 500) throw new Error(`${answer.status}`)
      showConnection(true)
      if (!answer.ok) await new Promise((resolve) => setTimeout(resolve, 5000))
      else replace(place, await answer.text())
      pause = 1000
    } catch {
      showConnection(false)
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, 30_000)
    }
  }
}

// What the page shows is old while the server cannot be reached, and one should know.
function showConnection(isThere) {
  const shown = document.querySelector('.connection')
  if (isThere) return shown?.remove()
  if (shown) return
  const notice = document.createElement('p')
  notice.className = 'connection'
  notice.setAttribute('role', 'status')
  notice.textContent = 'Connection lost. What you see may be out of date. Trying again…'
  document.body.append(notice)
}

function replace(place, markup) {
  const fresh = new DOMParser().parseFromString(markup, 'text/html').querySelector('[data-revision]')
  if (!fresh || fresh.dataset.revision === place.dataset.revision) return
  const open = new Set([...place.querySelectorAll('details[open][id]')].map(({ id }) => id))
  place.dataset.revision = fresh.dataset.revision
  if (fresh.dataset.live) place.dataset.live = fresh.dataset.live
  else delete place.dataset.live
  const focused = place.contains(document.activeElement) ? describeStop(document.activeElement) : undefined
  place.replaceChildren(...fresh.childNodes)
  for (const id of open) place.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '')
  if (focused !== undefined) {
    const stops = [...place.querySelectorAll('a, button, input, select, summary')]
    stops.find((stop) => describeStop(stop) === focused)?.focus({ preventScroll: true })
  }
  enliven(place)
  tellTimes()
  if (!place.dataset.live) drawAgain()
}

// The same link or button in two versions of a list.
function describeStop(stop) {
  const form = stop.closest('form')?.getAttribute('action')
  return [stop.tagName, stop.getAttribute('href'), form, stop.closest('[id]')?.id, stop.textContent].join(' ')
}

// What else the page offers depends on how the job has ended.
async function drawAgain() {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, redirect: 'error' })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelector('main')
  const main = document.querySelector('main')
  if (!answer.ok || !fresh || !main) return
  main.replaceChildren(...fresh.childNodes)
  // A job may have got its name only now.
  document.title = page.title
  enliven(main)
  tellTimes()
}

// The page of the search, over any other page.
function createSearch(href) {
  const dialog = document.createElement('dialog')
  dialog.className = 'search'
  dialog.setAttribute('aria-label', 'Search')
  const input = document.createElement('input')
  input.type = 'search'
  input.setAttribute('aria-label', 'Find a project, domain, export, agent job, page or setting')
  input.placeholder = 'Find a project, domain, export, page or setting'
  const results = document.createElement('div')
  results.setAttribute('role', 'status')
  dialog.append(input, results)
  document.body.append(dialog)
  let later
  let running
  input.addEventListener('input', () => {
    clearTimeout(later)
    later = setTimeout(async () => {
      running?.abort()
      running = new AbortController()
      await showFound(`${href}?q=${encodeURIComponent(input.value)}`, results, running.signal).catch(() => {})
    }, 120)
  })
  dialog.addEventListener('keydown', (event) => moveInSearch(event, input, results))
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  return dialog
}

async function showFound(url, results, signal) {
  const answer = await fetch(url, { headers: { Accept: 'text/html' }, redirect: 'error', signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const list = page.querySelector('.found')
  const isEmpty = !list?.querySelector('li')
  results.replaceChildren(isEmpty ? (page.querySelector('.empty h2')?.textContent ?? '') : list)
}

function moveInSearch(event, input, results) {
  const stops = [input, ...results.querySelectorAll('a')]
  const place = stops.indexOf(document.activeElement)
  if (event.key === 'Enter' && place === 0) stops[1]?.click()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  stops[(place + (event.key === 'ArrowDown' ? 1 : -1) + stops.length) % stops.length]?.focus()
}

function offerSearch(link) {
  let dialog
  const open = (event) => {
    event.preventDefault()
    dialog ??= createSearch(link.href)
    if (!dialog.open) dialog.showModal()
    dialog.querySelector('input').select()
  }
  link.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') open(event)
  })
}

enliven(document)
for (const link of document.querySelectorAll('[data-search]')) offerSearch(link)
tellTimes()
setInterval(tellTimes, 10_000)
addEventListener('offline', () => showConnection(false))
addEventListener('online', () => showConnection(true))
