// The search dialog. Loaded when a reader first asks for it, behind the search itself (find-pages and what it imports). On
// the page for unknown addresses it stands in the page (`into`) and has something to look for already.
function startSearch({ scopes, section = '', words, into, queries }) {
  const root = document.documentElement.dataset.binderyRoot
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }

  // A script element is all that also works from a disk. A file is asked for once.
  const files = new Map()
  const loads = scopes.map((scope) => (name) => {
    const path = `${root}_bindery/search/${scope}/${name}`
    if (!files.has(path)) files.set(path, loadFile(path))
    return files.get(path)
  })
  function loadFile(path) {
    const [scope, name] = path.split('/').slice(-2)
    return new Promise((resolve, reject) => {
      const script = make('script', { src: `${path}.js` })
      script.onload = () => {
        const found = (self.binderySearch || []).find((entry) => entry[0] === scope && entry[1] === name)
        if (found) resolve(found[2])
        else reject(new Error(name))
      }
      script.onerror = () => {
        files.delete(path)
        reject(new Error(name))
      }
      document.head.append(script)
    })
  }

  const input = make('input', {
    type: 'search',
    className: 'search-input',
    placeholder: words.search,
    autocomplete: 'off',
    spellcheck: false,
  })
  const list = make('ul', { className: 'search-results', id: 'bindery-results' })
  const status = make('p', { className: 'search-status' })
  const box = make('div', { className: 'search-box' }, input, status, list)
  const attributes = {
    role: 'combobox',
    'aria-label': words.search,
    'aria-controls': list.id,
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
  }
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', words.search)
  status.setAttribute('role', 'status')

  const firstPages = 4
  const mostPages = 12
  let find
  let asked = 0
  let current = -1

  async function ask() {
    const turn = ++asked
    const query = input.value.trim()
    if (query === '') return show([], '')
    list.setAttribute('aria-busy', 'true')
    try {
      find ??= openSearch(loads, { section, language: document.documentElement.lang })
      // The best come first, before the texts of the others are loaded. A later keystroke has its own answer.
      const best = await (await find)(query, firstPages)
      if (turn !== asked) return
      show(best, best.length === 0 ? words.nothing.replace('%', query) : '')
      const pages = await (await find)(query, mostPages)
      if (turn === asked)
        list.append(...pages.slice(best.length).flatMap((page, at) => drawPage(page, best.length + at)))
    } catch {
      find = undefined
      if (turn === asked) show([], words.broken)
    }
    if (turn === asked) list.setAttribute('aria-busy', 'false')
  }

  function show(pages, message) {
    list.replaceChildren(...pages.flatMap((page, at) => drawPage(page, at)))
    status.textContent = message
    current = -1
    input.setAttribute('aria-expanded', String(pages.length > 0))
    move(pages.length > 0 ? 1 : 0)
  }

  function drawPage(page, at) {
    const [first, ...others] = page.sections
    const top = make('span', { className: 'search-title' }, ...mark(page.title, page.marks))
    const crumb = page.crumb ? [make('span', { className: 'search-crumb' }, page.crumb)] : []
    const lines =
      first && first.heading !== page.title
        ? [make('span', { className: 'search-heading' }, ...mark(first.heading, page.marks))]
        : []
    const excerpt = first
      ? [make('span', { className: 'search-excerpt' }, ...mark(cutExcerpt(first.text, page.marks), page.marks))]
      : []
    const option = drawOption(page, first, `${at}`, [...crumb, top, ...lines, ...excerpt])
    const inside = others
      .filter(({ id }) => id !== '' && id !== first.id)
      .map((section, n) =>
        drawOption(page, section, `${at}-${n}`, [
          make('span', { className: 'search-heading' }, ...mark(section.heading, page.marks)),
        ]),
      )
    for (const item of inside) item.classList.add('search-inside')
    return [option, ...inside]
  }

  function drawOption(page, section, key, children) {
    const path = page.path.split('/').map(encodeURIComponent).join('/')
    const hash = section?.id ? `#${encodeURIComponent(section.id)}` : ''
    const whole = `${root}${path}${hash}`
    const href = self.binderyShorten?.(whole) ?? whole
    const link = make('a', { href, tabIndex: -1, id: `bindery-result-${key}` }, ...children)
    link.setAttribute('role', 'option')
    link.setAttribute('aria-selected', 'false')
    const item = make('li', {}, link)
    item.setAttribute('role', 'presentation')
    return item
  }

  // Words of the text whose term is one of those found; whatever stands between them is left as it is.
  function mark(text, marks) {
    const known = new Set(marks)
    const isMarked = (word) => termsOf(word).some((term) => known.has(term))
    return text
      .split(/([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}|[\p{L}\p{N}\p{M}]+)/u)
      .map((part, at) => (at % 2 && isMarked(part) ? make('mark', {}, part) : part))
  }

  function move(step) {
    const items = [...list.querySelectorAll('a')]
    items[current]?.setAttribute('aria-selected', 'false')
    if (items.length === 0) return input.removeAttribute('aria-activedescendant')
    current = (current + step + items.length) % items.length
    items[current].setAttribute('aria-selected', 'true')
    items[current].scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', items[current].id)
  }

  input.addEventListener('input', ask)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      list.querySelectorAll('a')[current]?.click()
    }
  })
  if (into) return openInPage()

  const help = make('button', { type: 'button', className: 'search-keys' }, words.shortcuts, make('kbd', {}, '?'))
  box.append(help)
  const dialog = make('dialog', { className: 'search-dialog' }, box)
  help.addEventListener('click', () => {
    dialog.close()
    self.binderyShowShortcuts(words)
  })
  dialog.setAttribute('aria-label', words.search)
  document.body.append(dialog)
  list.addEventListener('click', (event) => event.target.closest('a') && dialog.close())
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())

  return (typed) => {
    if (dialog.open) return
    dialog.showModal()
    input.select()
    if (typed) {
      input.value = typed
      ask()
    }
    // While the reader types, the index is on its way.
    for (const load of loads) load('index').catch(() => {})
  }

  // The first query that finds something, unless the reader has typed another one by then.
  async function openInPage() {
    into.append(box)
    for (const query of queries) {
      input.value = query
      await ask()
      if (input.value !== query || list.firstChild) return
    }
    input.value = queries[0] || ''
    ask()
  }
}
self.binderyStartSearch = startSearch
