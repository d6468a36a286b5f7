// Stands in the head of every page and runs before the first paint: a reader who chose the other theme sees no flash,
// and the text face is on its way before the style that names it, so that it is there to be drawn with.
;(() => {
  const root = document.documentElement
  root.classList.add('js')
  const readChoices = () => {
    try {
      const theme = localStorage.getItem('bindery-theme')
      if ((theme === 'light' || theme === 'dark') && !('binderyStrict' in root.dataset))
        root.dataset.binderyTheme = theme
      const { binderyBanner: banner } = root.dataset
      if (banner && localStorage.getItem('bindery-banner') === banner) root.dataset.binderyDismissed = ''
      const keys = localStorage.getItem('bindery-keys')
      if (keys) root.dataset.binderyKeys = keys
    } catch {
      // Storage may be forbidden; the system's preference then decides.
    }
  }
  readChoices()
  // A page that was rendered ahead is shown: meanwhile its reader may have chosen otherwise.
  document.addEventListener('prerenderingchange', readChoices)
  // Authors' styles know dark pages by this class.
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const { binderyTheme: theme, binderyAppearance: appearance } = root.dataset
    const chosen = theme || (appearance === 'system' ? '' : appearance)
    root.classList.toggle('dark', chosen ? chosen === 'dark' : system.matches)
  }
  follow()
  system.addEventListener('change', follow)
  new MutationObserver(follow).observe(root, { attributeFilter: ['data-bindery-theme'] })
  const font = 'FONT'
  if (font === '') return
  const href = root.dataset.binderyRoot + font
  // From a disk nothing may be loaded ahead, as browsers say in the console; there the face is given to the page itself.
  if (location.protocol === 'file:') {
    document.fonts.add(new FontFace('Inter Variable', `url("${href}")`, { weight: '100 900' }))
    return
  }
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href })
  document.head.append(link)
})()
