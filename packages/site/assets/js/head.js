// Runs before the first paint: without it a reader who chose the other theme would see a flash.
;(() => {
  const root = document.documentElement
  root.classList.add('js')
  try {
    const theme = localStorage.getItem('bindery-theme')
    if ((theme === 'light' || theme === 'dark') && !root.hasAttribute('data-strict')) root.dataset.theme = theme
  } catch {
    // Storage may be forbidden; the system's preference then decides.
  }
})()
