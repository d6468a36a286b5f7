// Brings the components of a page's author to life. A page hands its compiled code over in a list; each component takes
// the place of its first state, which stands in an element of ours and stays there if the component fails.
const React = compat
const { createElement, useLayoutEffect, useRef } = React
const root = document.documentElement.dataset.binderyRoot ?? ''
const addresses = new Map()

// What a page gives to a component is text, and stays text in an address: only these schemes lead anywhere.
const schemes = /^(?:https?|mailto|tel|sms|blob|cursor|vscode|vscode-insiders):/i
const isAllowed = (address, name) => {
  const read = address.replace(/[\0-\x20\x7f-\xa0]/g, '')
  if (!/^[a-z][a-z0-9+.-]*:/i.test(read) || schemes.test(read)) return true
  return /^(?:src|poster)/i.test(name) && /^data:(?:image|audio|video)\//i.test(read)
}

const place = (address, name) => {
  if (typeof address !== 'string') return address
  if (!isAllowed(address, name)) return undefined
  if (!/^\/[^/]/.test(address)) return address
  return addresses.get(address) ?? root + address.slice(1)
}
const placeSources = (list) => {
  if (typeof list !== 'string') return list
  const sources = list.split(/,\s+/).map((source) => source.trim().split(/\s+/))
  const allowed = sources.filter(([address]) => isAllowed(address, 'src'))
  return allowed.map(([address, ...size]) => [place(address, 'src'), ...size].join(' ')).join(', ') || undefined
}
const placeInStyle = (text) =>
  typeof text === 'string' && text.includes('url(')
    ? text.replace(
        /url\((["']?)(\/[^"')]*)\1\)/g,
        (_, quote, address) => `url(${quote}${place(address, 'src')}${quote})`,
      )
    : text

// Addresses from the site's root, as authors write them, lead to where the site's files are.
const before = preact.options.vnode
preact.options.vnode = (vnode) => {
  const { type, props } = vnode
  // As React has it: a script that a component renders does not run.
  if (typeof type === 'string' && /(?:^|:)script$/i.test(type)) vnode.type = () => null
  else if (typeof type === 'string') {
    for (const name in props) {
      if (/^(?:href|xlink:?href|src|poster|data)$/i.test(name)) props[name] = place(props[name], name)
      else if (/^srcset$/i.test(name)) props[name] = placeSources(props[name])
      // As in the renderer: controls and values of the theme's scripts are not an author's.
      else if (/^data-bindery-/i.test(name)) props[name] = undefined
      // A page's policy sends no form; a function of the author's may take it.
      else if (/^(?:form)?action$/i.test(name) && typeof props[name] === 'string') props[name] = undefined
    }
    const { style } = props
    if (typeof style === 'string') props.style = placeInStyle(style)
    else if (style)
      props.style = Object.fromEntries(Object.entries(style).map(([name, value]) => [name, placeInStyle(value)]))
  }
  before?.(vnode)
}

// What the page put into a component: its own nodes, moved to where the component shows them.
const Slot = ({ nodes }) => {
  const ref = useRef(null)
  useLayoutEffect(() => {
    const isShown = nodes[0]?.isConnected
    ref.current.append(...(isShown ? nodes.map((node) => node.cloneNode(true)) : nodes))
  }, [nodes])
  return createElement('bindery-slot', { ref, style: 'display:contents' })
}

const parts = createParts(React)
const content = ({ children }) => children ?? null
const api = {
  React,
  once(make) {
    let made
    return () => (made ??= make())
  },
  addresses(list) {
    for (const [from, to] of Object.entries(list)) addresses.set(from, to)
  },
  // A component of the site itself; of one that only a build can render, what it holds is shown.
  part(name) {
    return Object.hasOwn(parts, name) ? parts[name] : content
  },
  mount(list) {
    const known = new Map(list.map(([number, component, props]) => [String(number), { component, props }]))
    for (const island of [...document.querySelectorAll('bindery-island')]) {
      const found = known.get(island.getAttribute('n'))
      if (found) bringToLife(island, found)
    }
  },
}

// The shape of an icon stands where the icon is first shown, and others refer to it: it must stay in the page.
const shapes = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
shapes.style.cssText = 'position:absolute;width:0;height:0'
shapes.setAttribute('aria-hidden', 'true')

function moveShapes(island) {
  for (const shape of island.querySelectorAll('g[id^="i-"]')) {
    const use = document.createElementNS(shapes.namespaceURI, 'use')
    views.set(shape.id, shape.closest('svg').getAttribute('viewBox'))
    use.setAttribute('href', `#${shape.id}`)
    shape.replaceWith(use)
    shapes.append(shape)
  }
  if (shapes.hasChildNodes()) document.body.append(shapes)
}

function bringToLife(island, { component, props }) {
  moveShapes(island)
  const first = [...island.childNodes]
  const slots = [...island.querySelectorAll('bindery-slot')]
    .filter((slot) => slot.parentElement.closest('bindery-island') === island)
    .map((slot) => ({ slot, nodes: [...slot.childNodes] }))
  const slotOf = (number) => {
    const found = slots.find(({ slot }) => slot.getAttribute('n') === String(number))
    return found ? createElement(Slot, { nodes: found.nodes }) : null
  }
  try {
    const element = createElement(component(), props(slotOf))
    island.replaceChildren()
    React.render(element, island)
  } catch (error) {
    console.error(error)
    for (const { slot, nodes } of slots) slot.replaceChildren(...nodes)
    island.replaceChildren(...first)
  }
}

for (const start of window.binderyComponents ?? []) {
  try {
    start(api)
  } catch (error) {
    console.error(error)
  }
}
