import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a tree is nested lists whose folders fold without script', () => {
  const file = element('Tree.File', { name: 'a.md', highlight: true, comment: 'new' })
  const { html } = render(element('Tree', {}, '\n', element('Tree.Folder', { name: 'docs', defaultOpen: true }, file)))
  expect(html).toMatch(/^<div class="tree"><ul><li><details open=""><summary class="tree-folder">/)
  expect(html).toContain('tree-file tree-marked')
  expect(html).toContain('<span class="tree-comment">new</span>')
})
