import { expect, test } from 'vitest'
import { pageOf, print } from '../../../testing/print-tree.ts'
import { anchorOf } from './anchor-of.ts'
import { IdPool } from './id-pool.ts'

const idsOf = (source: string) => pageOf(source).headings.map(({ id }) => id)

test.each([
  // The table of the documentation.
  ['Getting started', 'getting-started'],
  ['Config.json options', 'config-json-options'],
  ["What's new", 'what’s-new'],
  ['Rate limits (per minute)', 'rate-limits-per-minute'],
  ['Read/write access', 'read/write-access'],
  ['Fees & billing', 'fees-&-billing'],
  ['OAuth', 'oauth'],
  // What authors of real sites link to.
  ['Split configuration with $ref', 'split-configuration-with-$ref'],
  ['method Run.define_metric()', 'method-run-define_metric'],
  ['示例：内容审核工作流', '示例：内容审核工作流'],
  ['例：コンテンツ レビュー', '例：コンテンツ-レビュー'],
  ['Example: connect, then [read] "it"?', 'example-connect-then-read-it'],
  ['1. Save  –  or not!', '1-save-–-or-not'],
  ['🚀 Launch', '-launch'],
  ['(…)', '…'],
  ['!?', ''],
])('%s is %s', (title, id) => {
  expect(anchorOf(title)).toBe(id)
})

test('headings that repeat are numbered from 2 across the page, also inside tabs, and the first number that is free is taken', () => {
  expect(idsOf('## A\n\n<Tabs>\n<Tab title="T">\n## A\n</Tab>\n</Tabs>\n\n## A 2\n\n## A')).toEqual([
    'a',
    'a-2',
    'a-2-2',
    'a-3',
  ])
})

test('a badge is no part of what a heading is called', () => {
  const { headings } = pageOf('## `theme` - <Badge>required</Badge>', {}, { components: new Set(['Badge']) })
  expect(headings).toEqual([{ depth: 2, id: 'theme', text: 'theme - required' }])
})

test('ten thousand equal titles take as many steps', () => {
  const pool = new IdPool()
  const ids = Array.from({ length: 10_000 }, () => pool.take('x'))
  expect(new Set(ids).size).toBe(10_000)
  expect(ids.at(-1)).toBe('x-10000')
})

test('the id that a heading had before stays as an alias, unless another part is called so now', () => {
  const html = print(pageOf('## Fees & billing\n\n## Fix\n\n## Fix\n\n## Fix\n\n## Plain').children)
  expect(html).toContain('<h2 id="fees-&-billing" alias="fees--billing">')
  expect(html).toContain('<h2 id="fix-2" alias="fix-1">')
  expect(html).toContain('<h2 id="fix-3">')
  expect(html).toContain('<h2 id="plain">')
})

test('steps, tabs, accordions and updates are called by their titles, and make way for headings and for what an author named', () => {
  const { children, ids } = pageOf(`<Accordion title="Install">a</Accordion>

<Tabs><Tab title="R & D">b</Tab><Tab title="Mine" id="own">c</Tab></Tabs>

<Steps><Step title="Own">d</Step></Steps>

## Install`)
  const html = print(children)
  expect(html).toContain('<Accordion title="Install" id="install-2">')
  expect(html).toContain('<Tab title="R & D" id="r-&-d"><a id="r-d"></a>')
  expect(html).toContain('<Step title="Own" id="own-2">')
  expect(html).toContain('<h2 id="install">')
  expect(ids).toEqual(expect.arrayContaining(['install', 'install-2', 'r-&-d', 'r-d', 'own', 'own-2']))
})

test('a changelog lists its versions and not what each holds; steps whose titles are headings are listed too', () => {
  const { headings } = pageOf(`<Update label="v1.2">
## Fixes
</Update>

<Steps titleSize="h3"><Step title="Read">a</Step></Steps>

<Steps><Step title="Not listed">a</Step></Steps>

## After`)
  expect(headings).toEqual([
    { depth: 2, id: 'v1-2', text: 'v1.2' },
    { depth: 4, id: 'fixes', text: 'Fixes' },
    { depth: 3, id: 'read', text: 'Read' },
    { depth: 2, id: 'after', text: 'After' },
  ])
})

test('a heading written as a tag has an id, and makes way for one in Markdown', () => {
  const html = print(pageOf('<h3>Same</h3>\n\n<Heading level={4} noAnchor>Deep</Heading>\n\n## Same').children)
  expect(html).toContain('<h3 id="same-2">')
  expect(html).toContain('<h4 noAnchor=true id="deep">')
  expect(html).toContain('<h2 id="same">')
})
