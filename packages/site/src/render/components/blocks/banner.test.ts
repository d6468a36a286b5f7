import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a banner and a panel hold what they are given', () => {
  expect(render(element('Banner', {}, 'Closed today')).html).toContain('Closed today')
  expect(render(element('Panel', {}, 'Beside')).html).toBe('<aside class="panel">Beside</aside>')
})
