import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a tree is nested lists whose folders fold without script', () => {
  const file = element('Tree.File', { name: 'a.md', highlight: true, comment: 'new' })
  const { html } = render(element('Tree', {}, '\n', element('Tree.Folder', { name: 'docs', defaultOpen: true }, file)))
  expect(html).toMatch(/^<div class="tree"><ul><li><details open=""><summary class="tree-folder">/)
  expect(html).toContain('tree-file tree-marked')
  expect(html).toContain('<span class="tree-comment">new</span>')
})

test('a Markdown list names files and folders; what holds a list or ends with a slash is an open folder', () => {
  const item = (...children: Parameters<typeof element>[2][]) => element('li', {}, ...(children as string[]))
  const list = element(
    'ul',
    {},
    item('docs/', element('ul', {}, item(element('code', {}, 'index.mdx')))),
    item('empty/'),
  )
  for (const name of ['Tree', 'FileTree']) {
    const { html } = render(element(name, {}, list))
    expect(html.match(/<details open="">/g)).toHaveLength(2)
    expect(html).toMatch(/<\/svg>docs<\/summary>.*tree-file.*<\/svg>index\.mdx/)
  }
})

test('a folder that cannot be opened shows what it holds, without a handle', () => {
  const { html } = render(
    element('Tree.Folder', { name: 'docs', openable: false }, element('Tree.File', { name: 'a' })),
  )
  expect(html).not.toContain('<details')
  expect(html).toMatch(/docs<\/span><ul><li>/)
})
