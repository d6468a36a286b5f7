// Pictures and diagrams of the content that can be shown larger than the page shows them open in a dialog. Without script
// nothing is offered.
;(() => {
  const { enlarge, close } = JSON.parse(document.documentElement.dataset.binderySite).words

  // What already does something when it is clicked, what its author left out, and what stands beside text. Components
  // that an author's code draws stand in an element that no browser knows.
  const around = 'a, button, summary, label, :not(:defined), [role="button"], [role="link"], .card-linked, .tile'
  const leftOut =
    '[data-bindery-no-zoom], [data-bindery-no-zoom] *, [aria-hidden="true"], [aria-hidden="true"] *, .icon, .card-picture'
  const own = '[role]:not([data-bindery-enlarged]), [tabindex]:not([data-bindery-enlarged])'
  const isExcluded = (picture) => picture.matches(`${leftOut}, ${own}`) || picture.parentElement.closest(around)
  const smallest = { width: 160, height: 80 }
  // Beside the picture: the closing button stands above it.
  const margin = { inline: 32, block: 112 }

  const nameOf = (label) => (label ? `${enlarge}: ${label}` : enlarge)

  // How wide a picture is in the dialog: as the window has room, and clearly wider than on the page, but never wider than
  // its file. A vector has no such end, and stops where its letters become posters.
  function measure(picture) {
    const { width, height } = picture.getBoundingClientRect()
    const isVector = /^data:image\/svg|\.svg(?:[?#]|$)/i.test(picture.currentSrc)
    return { width, height, least: width * 1.6, most: isVector ? width * 2.5 : picture.naturalWidth }
  }

  function canGrow(picture) {
    const { width, height, least, most } = measure(picture)
    if (width < smallest.width || height < smallest.height) return false
    const room = Math.min(innerWidth - margin.inline, ((innerHeight - margin.block) * width) / height)
    return Math.min(most, Math.max(room, least)) > width * 1.15
  }

  const widthOf = ({ width, height, least, most }) =>
    `min(${most}px, max(${least}px, min(100vw - ${margin.inline}px, (100dvh - ${margin.block}px) * ${width / height})))`

  // A picture is offered once its size is known, and for as long as there is more of it to see.
  function offer(picture) {
    const isOffered = picture.complete && picture.naturalWidth > 0 && !isExcluded(picture) && canGrow(picture)
    if (isOffered === 'binderyEnlarged' in picture.dataset) return
    const attributes = { role: 'button', tabindex: '0', 'aria-label': nameOf(picture.alt), 'data-bindery-enlarged': '' }
    for (const [name, value] of Object.entries(attributes))
      isOffered ? picture.setAttribute(name, value) : picture.removeAttribute(name)
  }

  function enlargePicture(picture) {
    const { backgroundColor, filter } = getComputedStyle(picture)
    const copy = Object.assign(new Image(), { alt: picture.alt, sizes: '100vw', srcset: picture.srcset })
    copy.src = picture.currentSrc
    Object.assign(copy.style, { width: widthOf(measure(picture)), backgroundColor, filter })
    show(nameOf(picture.alt), copy)
  }

  // In a tree of its own, as on the page.
  function enlargeDiagram(figure) {
    const drawing = figure?.querySelector('.diagram-view')?.shadowRoot?.firstElementChild
    if (!drawing) return
    const copy = document.createElement('div')
    const clone = drawing.cloneNode(true)
    const { width, height } = drawing.viewBox.baseVal
    copy.style.width = widthOf({ width, height, least: width, most: width * 2.2 })
    clone.style.cssText = 'display:block;width:100%'
    copy.attachShadow({ mode: 'open' }).append(clone)
    show(nameOf(figure.dataset.binderyDiagram), copy)
  }

  function show(label, copy) {
    const button = Object.assign(document.createElement('button'), { type: 'button', ariaLabel: close })
    const dialog = Object.assign(document.createElement('dialog'), { className: 'enlarged', ariaLabel: label })
    button.className = 'dialog-close'
    copy.className = 'enlarged-picture'
    dialog.append(button, copy)
    document.body.append(dialog)
    dialog.addEventListener('click', (event) => isLink(event) || dialog.close())
    dialog.addEventListener('close', () => dialog.remove())
    dialog.showModal()
  }

  // The click on a shape of a diagram is told as one on what holds the drawing.
  const isLink = (event) => event.composedPath().some(({ localName }) => localName === 'a')

  document.addEventListener('click', (event) => {
    const { target } = event
    if (target.matches('img[data-bindery-enlarged]')) enlargePicture(target)
    else if (target.matches('.diagram-enlarge, .diagram-view') && !isLink(event))
      enlargeDiagram(target.closest('[data-bindery-diagram]'))
  })

  document.addEventListener('keydown', (event) => {
    if (!event.target.matches?.('img[data-bindery-enlarged]') || !/^(?:Enter| )$/.test(event.key)) return
    event.preventDefault()
    enlargePicture(event.target)
  })

  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) offer(target)
  })
  for (const picture of document.querySelectorAll('main article img')) {
    picture.addEventListener('load', () => offer(picture))
    resized.observe(picture)
  }
})()
