import { expect, test } from 'vitest'
import { componentNames } from '../../../render/components/component-names.ts'
import { interpretPage } from '../interpret-page.ts'

function barriersOf(source: string): string[] {
  const page = interpretPage({
    file: 'a.mdx',
    source,
    readSnippet: (path) => (path === 'snippets/b.mdx' ? '<img src="/b.png" />' : undefined),
    variables: {},
    components: componentNames,
  })
  return page.diagnostics
    .filter(({ code }) => code === 'accessibility')
    .map(({ message, at }) => `${at.file}:${at.line} ${message.split(' ').slice(0, 2).join(' ')}`)
}

test('images that nobody describes are told with their place, also those of a snippet', () => {
  const source =
    'import B from "/snippets/b.mdx"\n\n![](/a.png)\n\n<img src="/c.png" />\n\n<Frame><img src="/d.png" /></Frame>\n\n<B />'
  expect(barriersOf(source)).toEqual([
    'a.mdx:3 An image',
    'a.mdx:5 An image',
    'a.mdx:7 An image',
    'snippets/b.mdx:1 An image',
  ])
  expect(
    barriersOf('![A quay](/a.png)\n\n<img src="/b.png" alt="" />\n\n<img src="/c.png" aria-hidden="true" />'),
  ).toEqual([])
})

test('a link needs words, or something that has a name', () => {
  expect(
    barriersOf('[](/a)\n\n<a href="/b"><Icon icon="star" /></a>\n\n<a href="/c"><img src="/x.png" alt="" /></a>'),
  ).toEqual(['a.mdx:1 A link', 'a.mdx:3 A link', 'a.mdx:5 A link'])
  const named =
    '[![A quay](/a.png)](/a)\n\n<a href="/b" aria-label="Star"><Icon icon="star" /></a>\n\n<a id="anchor"></a>\n\n[`code`](/c)'
  expect(barriersOf(named)).toEqual([])
})

test('headings skip no level, counted from the title of the page', () => {
  expect(barriersOf('### Deep\n\n## Two\n\n### Three\n\n##### Five')).toEqual([
    'a.mdx:1 A heading',
    'a.mdx:7 A heading',
  ])
  expect(barriersOf('# One\n\n## Two\n\n### Three\n\n## Two again')).toEqual([])
})
