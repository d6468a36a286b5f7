import { expect, test } from 'vitest'
import { draw, element } from '../test-drawing.ts'

test('a banner and a panel hold what they are given', () => {
  expect(draw(element('Banner', {}, 'Closed today')).html).toContain('Closed today')
  expect(draw(element('Panel', {}, 'Beside')).html).toBe('<aside class="panel">Beside</aside>')
})
