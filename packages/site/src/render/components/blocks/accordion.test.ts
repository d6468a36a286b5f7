import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('an accordion opens without script and can be linked to', () => {
  const { html } = render(element('Accordion', { title: 'When does it close?' }, 'At ten.'))
  expect(html).toMatch(/^<details class="accordion" id="when-does-it-close"><summary>/)
  expect(html).toContain('At ten.')
})

test('it stands open if the author says so, in words or in code', () => {
  for (const value of [true, 'true', 'True']) {
    expect(render(element('Accordion', { title: 'x', defaultOpen: value })).html).toContain(
      '<details class="accordion" id="x" open="">',
    )
  }
  expect(render(element('Accordion', { title: 'x', defaultOpen: false })).html).not.toContain('open')
})

test("the author's own id and the description are kept", () => {
  const { html } = render(element('Accordion', { title: 'x', id: 'install', description: 'On a boat' }))
  expect(html).toContain('id="install"')
  expect(html).toContain('<small>On a boat</small>')
})

test('two accordions with one title have two addresses', () => {
  const { html } = render(
    element('AccordionGroup', {}, element('Accordion', { title: 'x' }), element('Accordion', { title: 'x' })),
  )
  expect(html).toContain('id="x"')
  expect(html).toContain('id="x-2"')
})
