import { expect, test } from 'vitest'
import { draw, element } from '../test-drawing.ts'

test('what is for agents is not on the page', () => {
  expect(draw(element('Visibility', { for: 'agents' }, 'secret')).html).toBe('')
  expect(draw(element('Visibility', { for: 'humans' }, 'hello')).html).toBe('hello')
})
