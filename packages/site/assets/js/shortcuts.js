// The keys of a site, in a dialog, in which those without Ctrl can be switched off: who speaks to a computer may say them.
// Stands behind search.js in one script, so that it is loaded on use.
function showShortcuts(words) {
  if (document.querySelector('dialog[open]')) return
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }
  const command = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'
  const rows = [
    [words.search, '/', `${command} K`],
    [words.chooseResult, '↑', '↓'],
    [words.openResult, 'Enter'],
    [words.close, 'Esc'],
    [words.shortcuts, '?'],
  ]
  const list = rows.map(([meaning, ...keys]) =>
    make('div', {}, make('dt', {}, meaning), make('dd', {}, ...keys.map((key) => make('kbd', {}, key)))),
  )
  const box = make('input', { type: 'checkbox', checked: document.documentElement.dataset.binderyKeys !== 'off' })
  box.addEventListener('change', () => switchKeys(box.checked ? 'on' : 'off'))
  const choice = make('label', {}, box, words.singleKeys)
  const close = make('button', { type: 'button', className: 'dialog-close', ariaLabel: words.close })
  const title = make('h2', { id: 'bindery-shortcuts' }, words.shortcuts)
  const dialog = make('dialog', { className: 'shortcuts' }, title, close, make('dl', {}, ...list), choice)
  dialog.setAttribute('aria-labelledby', title.id)
  close.addEventListener('click', () => dialog.close())
  // The dialog has room around what it holds: only what lies outside of it closes it.
  dialog.addEventListener('click', ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    if (target === dialog && (x < left || x > right || y < top || y > bottom)) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function switchKeys(keys) {
  document.documentElement.dataset.binderyKeys = keys
  try {
    localStorage.setItem('bindery-keys', keys)
  } catch {
    // Storage may be forbidden or full: the choice then lasts as long as the page.
  }
}
self.binderyShowShortcuts = showShortcuts
