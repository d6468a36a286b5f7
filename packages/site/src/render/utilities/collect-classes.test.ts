import { expect, test } from 'vitest'
import { element } from '../../../testing/render-component.ts'
import { collectClasses } from './collect-classes.ts'

test('classes of elements, of components and of elements in their props, each once', () => {
  const inner = element('p', { class: 'mt-2 flex' })
  const tree = [element('div', { class: ' flex  gap-4\n' }, element('Icon', { className: 'size-6' }))]
  const card = element('Card', { title: { kind: 'fragment', children: [inner] }, icons: [inner] })
  expect(collectClasses([...tree, card])).toEqual(['flex', 'gap-4', 'size-6', 'mt-2'])
})

test('names without end and names without number are left out', () => {
  const many = Array.from({ length: 5000 }, (_, index) => `mt-${index}`).join(' ')
  expect(collectClasses([element('p', { class: `w-[${'1'.repeat(500)}px] ok` })])).toEqual(['ok'])
  expect(collectClasses([element('p', { class: many })])).toHaveLength(2000)
})
