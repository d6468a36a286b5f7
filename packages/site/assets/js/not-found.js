// The page for unknown addresses. A host shows it at any depth, so it must find out by itself where the site begins,
// and then searches for the words of the address. Whoever made the address may mean harm: it is only ever text.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('bindery-theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
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

  document.addEventListener('DOMContentLoaded', () => {
    const { base, script, scopes, words } = JSON.parse(root.dataset.site)
    findRoot(listRoots(base), script, (found) => {
      root.dataset.root = found
      for (const link of document.querySelectorAll('a[data-path]')) link.href = found + link.dataset.path
      const path = `/${decode(location.href.split(/[?#]/)[0].slice(found.length))}`
      const [folder, scope] = scopes.find(([inside]) => path.startsWith(`${inside}/`)) || scopes.at(-1)
      const asked = /^\/404(?:\.html)?$/.test(path) ? '' : path.slice(path.startsWith(`${folder}/`) ? folder.length : 0)
      const into = document.querySelector('.not-found-search')
      into.hidden = false
      self.binderyStartSearch({ folder: `${found}_bindery/search/${scope}`, words, into, queries: listQueries(asked) })
    })
  })
})()
