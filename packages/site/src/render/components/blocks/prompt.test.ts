import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a prompt says what it does, can be copied, and can be read', () => {
  const { html } = render(element('Prompt', { description: 'Write a **log**' }, 'You are the harbor master.'))
  expect(html).toContain('Write a <strong>log</strong>')
  expect(html).toContain('data-copy-scope=""')
  expect(html).toContain('<div class="prompt-body" data-copy-source="">You are the harbor master.</div>')
})
