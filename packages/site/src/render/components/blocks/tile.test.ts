import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a tile shows its picture above its name', () => {
  const { html } = render(element('Tile', { title: 'Boat', description: 'A small one', href: '/boat' }, 'picture'))
  expect(html).toContain('<div class="tile-picture">picture</div>')
  expect(html).toContain('<a class="card-link" href="to:/boat">Boat</a>')
  expect(html).toContain('A small one')
})
