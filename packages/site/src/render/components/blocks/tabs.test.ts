import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

const tabs = (props = {}) =>
  element(
    'Tabs',
    props,
    '\n',
    element('Tab', { title: 'macOS' }, 'brew'),
    '\n',
    element('Tab', { title: 'Linux' }, 'apt'),
  )

test('tabs are radio buttons, so that they work without script, and the first is chosen', () => {
  const { html } = render(tabs())
  expect(html).toMatch(/<input class="tab-radio" type="radio" name="tabs" id="tabs-1" value="macOS" checked=""\/>/)
  expect(html).toContain(
    '<label class="tab-label" for="tabs-2">Linux</label><div class="tab-panel" id="linux">apt</div>',
  )
  expect(html.match(/checked/g)).toHaveLength(1)
})

test('two sets on a page do not share their buttons', () => {
  const names = [...render(tabs(), tabs()).html.matchAll(/name="([^"]+)"/g)].map((match) => match[1])
  expect(new Set(names).size).toBe(2)
})

test('tabs follow the choice made elsewhere, unless the author says no', () => {
  expect(render(tabs()).html).toContain('data-sync=""')
  expect(render(tabs({ sync: false })).html).not.toContain('data-sync')
})

test('a tab outside of tabs is a section with its title', () => {
  expect(render(element('Tab', { title: 'Alone' }, 'x')).html).toContain('<p class="tab-alone-title">Alone</p>x')
})
