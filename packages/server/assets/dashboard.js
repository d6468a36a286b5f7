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
  for (const node of main.children) if (node !== form) enliven(node)
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
      const answer = await fetch(`${place.dataset.live}?since=${place.dataset.revision}`, {
        headers: { Accept: 'text/html' },
        redirect: 'error',
      })
      if (!answer.ok) throw new Error(`${answer.status}`)
      replace(place, await answer.text())
      pause = 1000
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, 30_000)
    }
  }
}

function replace(place, markup) {
  const fresh = new DOMParser().parseFromString(markup, 'text/html').querySelector('[data-revision]')
  if (!fresh || fresh.dataset.revision === place.dataset.revision) return
  const open = new Set([...place.querySelectorAll('details[open][id]')].map(({ id }) => id))
  place.dataset.revision = fresh.dataset.revision
  if (fresh.dataset.live) place.dataset.live = fresh.dataset.live
  else delete place.dataset.live
  place.replaceChildren(...fresh.childNodes)
  for (const id of open) place.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '')
  enliven(place)
  if (!place.dataset.live) drawAgain()
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

enliven(document)
tellTimes()
setInterval(tellTimes, 10_000)
for (const place of document.querySelectorAll('[data-live]')) follow(place)
