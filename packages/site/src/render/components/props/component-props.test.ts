import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'
import type { ElementNode, PropValue } from '../../../model/page-tree.ts'
import { componentNames } from '../component-names.ts'
import { componentProps } from './component-props.ts'

test('the table has every component, and no other', () => {
  expect([...componentProps.keys()].sort()).toEqual([...componentNames].sort())
})

/** A value of each property that differs from what stands without it. */
const values: Record<string, PropValue> = {
  arrow: true,
  borderBottom: true,
  code: 'graph TD',
  chart: 'graph TD',
  color: '#123456',
  defaultOpen: true,
  defaultTabIndex: 1,
  deprecated: true,
  disabled: true,
  display: true,
  dropdown: true,
  expandable: true,
  focus: '[2]',
  highlight: '[2]',
  horizontal: true,
  href: '/elsewhere',
  icon: 'anchor',
  iconLibrary: 'tabler',
  iconType: 'regular',
  img: '/a.png',
  language: 'python',
  library: 'tabler',
  lines: true,
  meta: 'wrap',
  noAnchor: true,
  nocopy: true,
  openable: false,
  post: ['after'],
  pre: ['before'],
  required: true,
  rss: { title: 'In the feed' },
  size: 32,
  src: '/a.svg',
  stepNumber: 7,
  stroke: true,
  sync: false,
  tags: ['Fixes'],
  tex: 'x^2',
  wrap: true,
}

/** What a component must have before one of its properties can show. */
const needed: Record<string, Record<string, PropValue>> = {
  'Callout.iconType': { icon: 'circle-check' },
  'Card.arrow': { href: '/x' },
  'Card.color': { icon: 'flag' },
  'Prompt.actions': {},
  'Tooltip.cta': { href: '/x' },
  'Step.noAnchor': { title: 'x' },
  'Step.titleSize': { title: 'x' },
}
const special: Record<string, PropValue> = {
  'Color.Item.value': '#123456',
  'GitHub.Repo.repo': 'acme/other',
  'Icon.name': 'anchor',
  'Tree.File.highlight': true,
  'Tree.Folder.highlight': true,
}
const iconProps = ['iconType', 'iconLibrary', 'library']

const lines = Array.from({ length: 20 }, (_, line) => `const a = ${line}`).join('\n')

function inside(name: string, props: Record<string, PropValue>): ElementNode {
  const body = element('p', {}, 'text')
  switch (name) {
    case 'Tabs':
      return element(name, props, element('Tab', { title: 'a' }), element('Tab', { title: 'b' }))
    case 'Tab':
      return element('Tabs', {}, element(name, props, body))
    case 'Steps':
      return element(name, props, element('Step', { title: 'a' }))
    case 'CodeGroup':
    case 'RequestExample':
    case 'ResponseExample':
      return element(name, props, element('CodeBlock', { language: 'js', code: 'x' }))
    case 'CodeBlock':
      return element(name, { language: 'js', code: lines, ...props })
    case 'Tree.Folder':
      return element('Tree', {}, element(name, { name: 'x', ...props }, element('Tree.File', { name: 'a' })))
    case 'Tree.File':
      return element('Tree', {}, element(name, { name: 'x', ...props }))
    case 'Color.Item':
      return element(name, props)
    case 'GitHub.Repo':
      return element(name, { repo: 'acme/docs', ...props })
    default:
      return element(name, props, body)
  }
}

function shown(name: string, props: Record<string, PropValue>): string {
  const { html, updates } = render(inside(name, props))
  return html + JSON.stringify(updates)
}

function needs(name: string, prop: string): Record<string, PropValue> {
  return needed[`${name}.${prop}`] ?? (iconProps.includes(prop) ? { icon: prop === 'iconType' ? 'star' : 'home' } : {})
}

const honoured = [...componentProps].flatMap(([name, props]) =>
  Object.entries(props).flatMap(([prop, support]) => (support === 'honoured' ? [[name, prop] as const] : [])),
)

test.each(honoured)('<%s %s> has an effect and is not reported', (name, prop) => {
  const before = needs(name, prop)
  // Font Awesome alone has styles of an icon.
  const set: Record<string, PropValue> = prop === 'iconType' ? { iconLibrary: 'fontawesome' } : {}
  const value = special[`${name}.${prop}`] ?? values[prop] ?? `some ${prop}`
  const props = { ...before, ...set, [prop]: value }
  expect(shown(name, props)).not.toBe(shown(name, { ...before, ...set }))
  expect(render(inside(name, props)).warnings.filter(({ code }) => code === 'ignored_prop')).toEqual([])
})

const chosen = [...componentProps].flatMap(([name, props]) =>
  Object.entries(props).flatMap(([prop, support]) => (Array.isArray(support) ? [[name, prop, support] as const] : [])),
)

test.each(chosen)('every value of <%s %s> looks different, and one that is none is reported', (name, prop, choices) => {
  const all = choices.map((choice: string) => shown(name, { ...needs(name, prop), [prop]: choice }))
  expect(new Set(all).size).toBe(choices.length)
  const { warnings } = render(inside(name, { ...needs(name, prop), [prop]: 'other' }))
  expect(warnings[0]).toMatchObject({ code: 'ignored_prop', message: expect.stringContaining('“other”') })
})

test('a property that no component has, or that has no effect, is named with its place', () => {
  const { warnings } = render(element('Card', { title: 'x', glow: true }), element('ParamField', { placeholder: 'x' }))
  expect(warnings).toEqual([
    {
      code: 'ignored_prop',
      message: '<Card> has no property “glow”, so it has no effect.',
      at: { file: 'page.mdx', line: 1, column: 1 },
    },
    expect.objectContaining({ message: expect.stringContaining('“placeholder” of <ParamField> has no effect') }),
  ])
  expect(render(element('Card', { glow: false, constructor: true })).warnings).toHaveLength(1)
})

test.each(['Tab', 'Step', 'View', 'CodeBlock', 'Tree.File'])('one of <%s> is named too, wherever it stands', (name) => {
  const codes = (node: ElementNode) => render(node).warnings.map(({ message }) => message)
  const expected = [`<${name}> has no property “glow”, so it has no effect.`]
  expect(codes(inside(name, { glow: true }))).toEqual(expected)
  if (name === 'CodeBlock') expect(codes(element('CodeGroup', {}, inside(name, { glow: true })))).toEqual(expected)
})

test('an option of a fence that has no effect is named', () => {
  const fence = (language: string, meta: string) =>
    render(element('CodeBlock', { language, meta, code: 'x' })).warnings.map(({ message }) => message)
  expect(fence('ts', 'twoslash a.ts lines wrap highlight={1} nocopy')).toEqual([
    '“twoslash” of a code block has no effect: types are not computed when a site is exported.',
  ])
  expect(fence('ts', 'test="skip"')).toEqual(['“test” of a code block has no effect: it is not an option of code.'])
  expect(fence('mermaid', 'placement="top-left" actions={false}')).toHaveLength(2)
})

test("an author's class, style and id go to the element that a component renders, and ours stay", () => {
  const own = { className: 'mt-4 "x', style: 'color:red', id: 'here' }
  expect(render(element('Columns', { ...own, cols: 3 })).html).toMatch(
    /^<div class="columns mt-4 &quot;x" style="--columns:3;color:red" id="here">/,
  )
  expect(render(element('Accordion', { ...own, title: 'x' })).html.match(/id="here"/g)).toHaveLength(1)
  expect(render(element('Tree', { style: '--tree-highlight:red' })).html).toContain('style="--tree-highlight:red"')
})
