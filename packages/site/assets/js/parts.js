// Components of the site inside a component of its author's: the markup that a build gives them, so that they look alike.
// What needs a build stays out: code has no colors, and an icon is there if the page shows it in its first state too.
const views = new Map()
const sets = /^i-(?:lucide|tabler|fa\d?-(?:solid|regular|brands))-/

function findShape(name) {
  const shapes = [...document.querySelectorAll('g[id^="i-"]')]
  return shapes.find(({ id }) => id.replace(sets, '') === name)
}

function createParts({ createElement: h, Children, useId }) {
  const join = (...names) => names.filter(Boolean).join(' ')
  const icon = (value) => {
    if (value === undefined || value === null || value === '') return null
    if (typeof value !== 'string') return value
    if (/[/.]/.test(value)) return h('img', { class: 'icon', src: value, alt: '' })
    const shape = findShape(value)
    if (!shape) return null
    const viewBox = views.get(shape.id) ?? shape.closest('svg')?.getAttribute('viewBox')
    return h('svg', { class: 'icon', viewBox, 'aria-hidden': 'true' }, h('use', { href: `#${shape.id}` }))
  }

  const kinds = {
    note: 'info',
    tip: 'lightbulb',
    info: 'info',
    warning: 'triangle-alert',
    danger: 'octagon-alert',
    check: 'circle-check',
  }
  const Callout = ({ kind = 'note', title, icon: own, children }) => {
    const shape = icon(own ?? kinds[kind])
    return h(
      'div',
      { class: `callout callout-${kind}`, role: 'note' },
      shape && h('span', { class: 'callout-icon' }, shape),
      h('div', { class: 'callout-body' }, title && h('p', { class: 'callout-title' }, title), children),
    )
  }
  const calloutOf = (kind) => (props) => h(Callout, { ...props, kind })

  const Card = ({ title, href, icon: name, img, color, horizontal, cta, children }) => {
    const link = href && h('a', { class: 'card-link', href }, title ?? h('span', { class: 'visually-hidden' }, href))
    const shape = icon(name)
    return h(
      'div',
      {
        class: join('card', horizontal && 'card-horizontal', href && 'card-linked'),
        ...(color && { style: { '--icon': color } }),
      },
      img && h('img', { class: 'card-picture', src: img, alt: '' }),
      shape && h('span', { class: 'card-icon' }, shape),
      h(
        'div',
        { class: 'card-body' },
        title || !link ? title && h('p', { class: 'card-title' }, link || title) : link,
        children,
        cta && h('p', { class: 'card-cta' }, cta),
      ),
    )
  }
  const Columns = ({ cols = 2, children }) =>
    h(
      'div',
      { class: 'columns', style: { '--columns': String(Math.min(4, Math.max(1, Number(cols) || 2))) } },
      children,
    )

  const Accordion = ({ title, description, icon: name, defaultOpen, children }) =>
    h(
      'details',
      { class: 'accordion', open: Boolean(defaultOpen) },
      h(
        'summary',
        null,
        icon(name),
        h('span', { class: 'accordion-title' }, title, description && h('small', null, description)),
      ),
      h('div', { class: 'accordion-body' }, children),
    )
  const Step = ({ title, icon: name, stepNumber, children }) =>
    h(
      'div',
      { class: 'step', ...(stepNumber && { style: { '--step': String(stepNumber) } }) },
      h('span', { class: 'step-mark', 'aria-hidden': 'true' }, icon(name)),
      title && h('p', { class: 'step-title' }, title),
      h('div', { class: 'step-body' }, children),
    )

  // Radio buttons carry the state, as on the rest of the page.
  const Tabs = ({ defaultTabIndex = 0, children }) => {
    const name = useId()
    const tabs = Children.toArray(children).filter((tab) => tab?.props)
    const label = ({ props }, index) =>
      h(
        'label',
        { class: 'tab-label' },
        h('input', { class: 'tab-radio', type: 'radio', name, defaultChecked: index === Number(defaultTabIndex) }),
        icon(props.icon),
        props.title,
      )
    return h(
      'div',
      { class: 'tabs' },
      h('div', { class: 'tab-list' }, tabs.map(label)),
      tabs.map(({ props }) => h('div', { class: 'tab-panel' }, props.children)),
    )
  }

  const CodeBlock = ({ filename, title = filename, code, children }) =>
    h(
      'div',
      { class: 'code' },
      title && h('p', { class: 'code-title' }, title),
      h('pre', null, h('code', null, code ?? children)),
    )
  const Icon = ({ icon: name, name: other = name, size, color }) =>
    h(
      'span',
      { class: 'icon-box', style: { ...(size && { fontSize: `${size}px` }), ...(color && { color }) } },
      icon(other),
    )
  const wrap =
    (name) =>
    ({ children }) =>
      h('div', { class: name }, children)

  return {
    Callout,
    ...Object.fromEntries(Object.keys(kinds).map((kind) => [kind[0].toUpperCase() + kind.slice(1), calloutOf(kind)])),
    Card,
    CardGroup: Columns,
    Columns,
    Column: wrap('column'),
    Accordion,
    AccordionGroup: wrap('accordion-group'),
    Steps: wrap('steps'),
    Step,
    Tabs,
    CodeBlock,
    Icon,
  }
}

export { createParts, views }
