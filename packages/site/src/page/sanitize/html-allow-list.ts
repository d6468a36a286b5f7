const words = (text: string) => new Set(text.trim().split(/\s+/))

export const htmlElements = words(`
  a abbr address article aside audio b bdi bdo big blockquote br button caption center cite code col colgroup data
  datalist dd del details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr
  i iframe img input ins kbd label legend li map mark menu meter nav nobr ol optgroup option output p picture pre
  progress q rp rt ruby s samp search section select small source span strike strong sub summary sup table tbody td
  textarea tfoot th thead time tr track tt u ul var video wbr`)

/** No `script`, `foreignObject`, `image`, or animation: an `animate` can write an `href` that no filter has seen. */
export const svgElements = words(`
  svg g path circle ellipse line polyline polygon rect text tspan textPath defs linearGradient radialGradient stop
  clipPath mask pattern symbol use title desc marker filter feGaussianBlur feOffset feBlend feColorMatrix
  feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feMerge feMergeNode
  feMorphology feTurbulence feDisplacementMap`)

/** Their content is code or style, never something to read, so it goes with them. */
export const elementsDroppedWhole = words(`
  script style template noscript object embed applet link meta base frame frameset head title portal animate
  animateMotion animateTransform set foreignObject`)

export const voidElements = words('area br col hr img input source track wbr')

export const globalAttributes = words(`
  id class title lang dir role tabindex hidden translate inert itemprop itemscope itemtype`)

/** Names that mean the same, and are harmless, wherever they stand. `name` is not here: it shadows `document.x`. */
export const htmlAttributes = words(`
  abbr align allow allowfullscreen alt autoplay bgcolor border cellpadding cellspacing checked cite color cols colspan
  controls controlslist crossorigin datetime decoding default disabled download face for frameborder headers height
  high hreflang kind label loading loop low max maxlength media min multiple muted open optimum pattern placeholder
  playsinline preload readonly referrerpolicy rel reversed rows rowspan scope scrolling selected size sizes span
  srclang start step summary target type usemap valign value width wrap`)

/** Written in camel case by SVG itself; every other camel-case name is React's spelling of a dashed one. */
export const svgCamelAttributes = words(`
  baseFrequency clipPathUnits diffuseConstant edgeMode filterUnits gradientTransform gradientUnits kernelMatrix
  lengthAdjust markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
  patternContentUnits patternTransform patternUnits preserveAspectRatio primitiveUnits refX refY spreadMethod
  startOffset stdDeviation stitchTiles surfaceScale tableValues targetX targetY textLength viewBox xChannelSelector
  yChannelSelector`)

export const svgAttributes = words(`
  amplitude azimuth clip-path clip-rule color color-interpolation color-interpolation-filters cx cy d direction
  display divisor dominant-baseline alignment-baseline baseline-shift dx dy elevation enable-background exponent fill
  fill-opacity fill-rule filter flood-color flood-opacity font-family font-size font-style font-variant font-weight fr
  fx fy height image-rendering in in2 intercept k1 k2 k3 k4 letter-spacing marker-end marker-mid marker-start mask mode
  offset opacity operator order orient overflow paint-order points r radius result rotate rx ry scale seed
  shape-rendering slope stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform
  transform-origin type values vector-effect version visibility width word-spacing writing-mode x x1 x2 xmlns y y1 y2
  xml:space`)

/** React's names for attributes whose HTML name is another word, and one that only scripts of ours read. A Map, because `toString` is a word too. */
export const renamedAttributes: ReadonlyMap<string, string> = new Map([
  ['className', 'class'],
  ['htmlFor', 'for'],
  ['srcSet', 'srcset'],
  ['xlinkHref', 'xlink:href'],
  ['xmlSpace', 'xml:space'],
  ['noZoom', 'data-bindery-no-zoom'],
])

/** How the names of handlers begin in HTML, `onclick` or `ONERROR`; `only` and `online` are words and stay. */
const handlerNames = words(`
  abort animation auxclick before blur cancel canplay change click close context copy cut dbl drag drop duration ended
  error focus form gotpointer hash input invalid key load lost message mouse page paste pause play pointer popstate
  progress reset resize scroll seek select submit toggle touch transition unload wheel`)

export const domHandler = new RegExp(`^on(?:${[...handlerNames].join('|')})`, 'i')
