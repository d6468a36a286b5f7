// Draws the diagrams of a page, each when a reader comes near; the library comes with the first. What an author wrote
// is not trusted: Mermaid is told to be strict, can load no picture, and of its drawing only shapes and text are kept.
;(() => {
  const root = document.documentElement
  const { binderyLibrary: library } = document.currentScript.dataset
  const figures = [...document.querySelectorAll('[data-bindery-diagram]')]
  const drawn = new Set()

  const words = (text) => text.trim().split(/\s+/)
  const shapes = new Set(
    words(`
      svg g path rect circle ellipse line polyline polygon text tspan defs marker style title desc a lineargradient stop
      clippath mask pattern symbol use filter fedropshadow fegaussianblur feoffset feflood fecomposite femerge femergenode
    `),
  )
  // An author may set how a diagram is laid out; its colors are the site's, and its rules ours.
  const locked = words(`
    secure securityLevel startOnLoad maxTextSize suppressErrorRendering maxEdges theme themeVariables themeCSS fontFamily
    altFontFamily htmlLabels dompurifyConfig deterministicIds deterministicIDSeed darkMode textPlacement
  `)

  let loading
  function load() {
    loading ??= new Promise((done, fail) => {
      const script = document.createElement('script')
      script.src = library
      script.onload = done
      script.onerror = fail
      document.head.append(script)
    }).then(refusePictures)
    return loading
  }

  // Mermaid lays a diagram out on the page before it hands it over: by then a picture would have been asked for.
  function refusePictures() {
    self.Image = class {
      decode() {
        return Promise.reject(new Error('Diagrams load no pictures.'))
      }
    }
    const create = document.createElementNS.bind(document)
    document.createElementNS = (space, name) => create(space, /^(?:image|feimage)$/i.test(name) ? 'g' : name)
  }

  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pen = canvas.getContext('2d', { willReadFrequently: true })

  // Red, green, blue and opacity of a color in any notation.
  function bytesOf(color) {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data]
  }

  // The tokens of the style sheet, as the plain colors that Mermaid computes with.
  function readColors() {
    const probe = document.body.appendChild(document.createElement('i'))
    const read = (css) => {
      probe.style.color = css
      const [red, green, blue] = bytesOf(getComputedStyle(probe).color)
      return `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    }
    const colors = nameColors(read)
    probe.remove()
    return colors
  }

  function nameColors(read) {
    const [page, raised, sunken] = ['--page', '--raised', '--sunken'].map((name) => read(`var(${name})`))
    const [text, quiet, line] = ['--text', '--quiet', '--line-strong'].map((name) => read(`var(${name})`))
    const soft = (name, share) => read(`color-mix(in oklab, var(--${name}) ${share}%, var(--raised))`)
    const accent = soft('accent', 10)
    const accentLine = soft('accent', 55)
    const note = soft('amber', 12)
    const colors = {
      background: page,
      primaryColor: accent,
      primaryTextColor: text,
      primaryBorderColor: accentLine,
      secondaryColor: sunken,
      secondaryTextColor: text,
      secondaryBorderColor: line,
      tertiaryColor: sunken,
      tertiaryTextColor: text,
      tertiaryBorderColor: line,
      lineColor: quiet,
      textColor: text,
      titleColor: text,
      mainBkg: accent,
      nodeBorder: accentLine,
      clusterBkg: sunken,
      clusterBorder: line,
      edgeLabelBackground: page,
      noteBkgColor: note,
      noteTextColor: text,
      noteBorderColor: soft('amber', 45),
      actorLineColor: line,
      activationBkgColor: raised,
      activationBorderColor: quiet,
      labelBoxBkgColor: sunken,
      labelBoxBorderColor: line,
      sequenceNumberColor: page,
      sectionBkgColor: sunken,
      altSectionBkgColor: page,
      gridColor: line,
      pieStrokeColor: page,
      pieOuterStrokeColor: line,
      pieSectionTextColor: text,
      errorBkgColor: sunken,
      errorTextColor: text,
      packet: { blockFillColor: accent, blockStrokeColor: accentLine, labelColor: text, titleColor: text },
    }
    const hues = ['accent', 'amber', 'blue', 'purple', 'green', 'red', 'orange']
    for (let at = 0; at < 12; at++) {
      const fill = soft(hues[at % hues.length], at < hues.length ? 30 : 16)
      Object.assign(colors, { [`pie${at + 1}`]: fill, [`cScale${at}`]: fill, [`cScaleLabel${at}`]: text })
      if (at < 8) {
        const branch = soft(hues[at % hues.length], 75)
        Object.assign(colors, { [`git${at}`]: branch, [`gitBranchLabel${at}`]: page, [`fillType${at}`]: fill })
      }
    }
    const palette = hues.map((name) => soft(name, 60)).join()
    return { ...colors, xyChart: { plotColorPalette: palette, backgroundColor: page } }
  }

  const isDark = () => {
    const chosen = root.dataset.binderyTheme || root.dataset.binderyAppearance
    return chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  }

  function configure() {
    const { fontFamily } = getComputedStyle(document.body)
    const colors = readColors()
    self.mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      secure: locked,
      suppressErrorRendering: true,
      deterministicIds: true,
      deterministicIDSeed: 'diagram',
      handDrawnSeed: 1,
      htmlLabels: false,
      look: 'classic',
      flowchart: { htmlLabels: false, wrappingWidth: 200 },
      journey: { textPlacement: 'tspan' },
      dompurifyConfig: { ALLOWED_TAGS: ['b', 'i', 'em', 'strong', 'br'], ALLOWED_ATTR: [] },
      theme: 'base',
      // In journeys the text would have the color of the box behind it.
      themeCSS: `text.journey-section, text.task { fill: ${colors.textColor} }`,
      darkMode: isDark(),
      fontFamily,
      fontSize: 15,
      themeVariables: { ...colors, darkMode: isDark(), fontFamily, fontSize: '15px' },
    })
  }

  async function draw(figure) {
    const text = figure.querySelector('pre').textContent
    const bench = document.body.appendChild(document.createElement('div'))
    bench.className = 'diagram-bench'
    bench.ariaHidden = 'true'
    try {
      await load()
      await document.fonts.ready
      configure()
      const { svg } = await self.mermaid.render(`diagram-${figures.indexOf(figure) + 1}`, text, bench)
      const links = JSON.parse(figure.dataset.binderyLinks || '[]')
      show(figure, filter(svg, new Map(links.map(([from, to]) => [key(from), to]))))
    } catch {
      figure.dataset.binderyState ??= 'failed'
    } finally {
      bench.remove()
    }
  }

  // Mermaid spells an address its own way: both are compared as a browser reads them.
  const key = (address) =>
    URL.canParse(address, 'https://site.invalid') ? new URL(address, 'https://site.invalid').href : ''

  const reaches = /url\s*\(\s*(?!["']?#)|image-set|cross-fade|@import|\\/i

  function filter(markup, links) {
    const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
    for (const element of [svg, ...svg.querySelectorAll('*')]) {
      if (
        !shapes.has(element.localName.toLowerCase()) ||
        (element.localName === 'style' && reaches.test(element.textContent))
      ) {
        element.remove()
        continue
      }
      for (const { name, value, localName } of [...element.attributes]) {
        const isAddress = localName === 'href' || localName === 'src'
        if (/^on/i.test(name) || reaches.test(value) || (isAddress && !value.startsWith('#')))
          element.removeAttribute(name)
        if (isAddress && element.localName === 'a' && links.has(key(value)))
          element.setAttribute('href', links.get(key(value)))
      }
    }
    return svg
  }

  // In a tree of its own neither ids nor styles of the drawing meet those of the page.
  function show(figure, svg) {
    let view = figure.querySelector('.diagram-view')
    if (!view) {
      view = document.createElement('div')
      view.className = 'diagram-view'
      view.attachShadow({ mode: 'open' })
      figure.prepend(view, offerEnlarging())
      figure.querySelector('details').open = false
    }
    const { width } = svg.viewBox.baseVal
    if (!svg.hasAttribute('aria-labelledby')) svg.setAttribute('aria-label', figure.dataset.binderyDiagram)
    svg.removeAttribute('height')
    // Letters are never drawn smaller than two thirds: then the diagram scrolls, but for paper, which cannot.
    const most = `var(--diagram-most, max(100%, ${Math.round(width * 0.66)}px))`
    svg.style.cssText = `display:block;margin:auto;width:${width}px;max-width:${most}`
    view.shadowRoot.replaceChildren(svg)
    tint(svg)
    if (view.scrollWidth > view.clientWidth) view.tabIndex = 0
    figure.dataset.binderyState = isDark() ? 'dark' : 'light'
    drawn.add(figure)
  }

  // What it does is in enlarge.js. A drawing may hold links, so it is no button itself.
  function offerEnlarging() {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'diagram-enlarge' })
    button.textContent = JSON.parse(root.dataset.binderySite).words.enlarge
    return button
  }

  // A fill that an author chose for the other light would hide the text on it, unless he chose the text's color too.
  function tint(svg) {
    for (const shape of svg.querySelectorAll('.node [style*="fill"], rect.rect')) {
      if (shape.closest('.node')?.querySelector('[style*="color:"]')) continue
      const { fill } = getComputedStyle(shape)
      const [red, green, blue, opacity] = fill === 'none' ? [0, 0, 0, 0] : bytesOf(fill)
      const isLight = red * 0.3 + green * 0.59 + blue * 0.11 > 128
      if (opacity > 128 && isLight === isDark())
        shape.style.setProperty('fill', `color-mix(in oklab, ${fill} 22%, var(--raised))`, 'important')
    }
  }

  // One after the other: Mermaid keeps its settings in one place.
  let turn = Promise.resolve()
  const queue = (figure) => {
    turn = turn.then(() => draw(figure))
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        near.unobserve(target)
        queue(target)
      }
    },
    { rootMargin: '1000px' },
  )
  for (const figure of figures) near.observe(figure)

  const redraw = () => drawn.forEach(queue)
  new MutationObserver(redraw).observe(root, { attributeFilter: ['data-bindery-theme'] })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
})()
