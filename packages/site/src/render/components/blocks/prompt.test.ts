import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('a prompt says what it does, can be copied, and can be read', () => {
  const { html } = render(element('Prompt', { description: 'Write a **log**' }, 'You are the harbor master.'))
  expect(html).toContain('Write a <strong>log</strong>')
  expect(html).toContain('data-bindery-scope=""')
  expect(html).toContain('<div class="prompt-body" data-bindery-source="">You are the harbor master.</div>')
})

test('a prompt is opened where the author says, by a link that asks for nothing before', () => {
  const { html, warnings } = render(element('Prompt', { actions: ['cursor', 'claude', 'nobody'] }, 'Be brief & kind'))
  expect(html).toContain('href="cursor://anysphere.cursor-deeplink/prompt?text=Be%20brief%20%26%20kind"')
  expect(html).toContain('Open in Claude')
  expect(html).not.toContain('class="copy"')
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('“nobody”')])
})
