// The page for unknown addresses. A host shows it at any depth, so it must find out by itself where the site begins,
// and then searches for the words of the address. Whoever made the address may mean harm: it is only ever text.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('bindery-theme')
    if ((theme === 'light' || theme === 'dark') && !('binderyStrict' in root.dataset)) root.dataset.binderyTheme = theme
  } catch {
    // Storage may be forbidden; the system's preference then decides.
  }

  // What cannot be decoded parts words, as a space does.
  const decode = (text) =>
    text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run)
      } catch {
        return ' '
      }
    })

  // Folders in which the site may begin: where it was made for, then from the address upwards. A path may begin with
  // two slashes, so the origin always stands before it.
  function listRoots(base) {
    if (!location.protocol.startsWith('http')) return [new URL('.', location.href).href]
    const folders = []
    for (let end = location.pathname.lastIndexOf('/'); end >= 0; end = location.pathname.lastIndexOf('/', end - 1)) {
      folders.push(location.pathname.slice(0, end + 1))
      if (end === 0) break
    }
    const guess = location.pathname.startsWith(base) ? [base] : []
    return [...new Set([...guess, ...folders.slice(-8)])].map((folder) => location.origin + folder)
  }

  // The site begins where its search is; a host may also answer with a page, which is no script.
  function findRoot([first, ...others], script, done) {
    if (first === undefined) return
    const element = document.createElement('script')
    element.src = first + script
    element.onload = () => (self.binderyStartSearch ? done(first) : findRoot(others, script, done))
    element.onerror = () => findRoot(others, script, done)
    document.head.append(element)
  }

  // Fewer and fewer words, the last ones last: what stands at the end of an address says most.
  function listQueries(path) {
    const words = path
      .replace(/(?:\/index)?\.(?:html?|mdx?)$/i, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .slice(-8)
      .map((word) => word.slice(0, 40))
    return words.map((_, at) => words.slice(at).join(' '))
  }

  // Light and dark, as on every other page.
  function startThemeButton(button) {
    button.hidden = false
    button.addEventListener('click', () => {
      const { binderyTheme: theme, binderyAppearance: appearance } = root.dataset
      const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
      const now = theme || (appearance === 'light' || appearance === 'dark' ? appearance : system)
      root.dataset.binderyTheme = now === 'dark' ? 'light' : 'dark'
      try {
        localStorage.setItem('bindery-theme', root.dataset.binderyTheme)
      } catch {
        // The choice then lasts as long as the page.
      }
    })
  }

  // How many letters must change to make one word of another; more than the most counts as one more.
  function countChanges(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1
    let row = Array.from({ length: other.length + 1 }, (_, at) => at)
    for (let i = 1; i <= one.length; i++) {
      const next = [i]
      for (let j = 1; j <= other.length; j++) {
        const same = one[i - 1] === other[j - 1] ? 0 : 1
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same)
      }
      row = next
    }
    return Math.min(row.at(-1), most + 1)
  }

  const lastWord = (path) =>
    path
      .replace(/[?#].*$/, '')
      .replace(/(?:\/index)?\.(?:html?|mdx?)$|\/$/i, '')
      .split('/')
      .at(-1)
      .toLowerCase()

  // The page whose name is mistyped in the address, if there is one: of every four letters one may be wrong.
  function findNearest(entries, asked) {
    const word = lastWord(asked).slice(0, 60)
    const most = Math.floor(word.length / 4)
    let nearest
    const waiting = [...entries]
    for (let at = 0; at < waiting.length && most > 0; at++) {
      const [label, path, inside = []] = waiting[at]
      waiting.push(...inside)
      if (path === null || /^[a-z]+:|^\/\//i.test(path)) continue
      const changes = countChanges(word, lastWord(path), most)
      if (changes <= most && !(nearest && nearest.changes <= changes)) nearest = { label, path, changes }
    }
    return nearest
  }

  // Before all that the search finds. Menus are scripts, since nothing else can be loaded from a disk.
  function offerNearest(found, menus, asked) {
    let left = menus.length
    const done = () => {
      if (--left > 0) return
      const nearest = findNearest(
        (self.binderyNavigation ?? []).flatMap(([, entries]) => entries),
        asked,
      )
      if (nearest === undefined) return
      const link = Object.assign(document.createElement('a'), {
        href: found + nearest.path,
        textContent: nearest.label,
      })
      const line = document.createElement('p')
      line.className = 'not-found-nearest'
      line.append(link)
      document.querySelector('.not-found-search').before(line)
    }
    for (const menu of menus) {
      const element = document.createElement('script')
      Object.assign(element, { src: found + menu, onload: done, onerror: done })
      document.head.append(element)
    }
  }

  document.addEventListener('DOMContentLoaded', () => {
    const { base, script, scopes, menus, words } = JSON.parse(root.dataset.binderySite)
    const button = document.querySelector('.theme-button')
    if (button) startThemeButton(button)
    findRoot(listRoots(base), script, (found) => {
      root.dataset.binderyRoot = found
      for (const link of document.querySelectorAll('a[data-bindery-path]')) link.href = found + link.dataset.binderyPath
      for (const logo of document.querySelectorAll('img[data-bindery-path]'))
        logo.src = found + logo.dataset.binderyPath
      const path = `/${decode(location.href.split(/[?#]/)[0].slice(found.length))}`
      const [folder, own] = scopes.find(([inside]) => path.startsWith(`${inside}/`)) || scopes.at(-1)
      const asked = /^\/404(?:\.html)?$/.test(path) ? '' : path.slice(path.startsWith(`${folder}/`) ? folder.length : 0)
      const into = document.querySelector('.not-found-search')
      into.hidden = false
      offerNearest(found, menus, asked)
      self.binderyStartSearch({ scopes: own.split(' '), words, into, queries: listQueries(asked) })
    })
  })
})()
