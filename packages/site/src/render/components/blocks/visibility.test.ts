import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('what is for agents is not on the page', () => {
  expect(render(element('Visibility', { for: 'agents' }, 'secret')).html).toBe('')
  expect(render(element('Visibility', { for: 'humans' }, 'hello')).html).toBe('hello')
})
