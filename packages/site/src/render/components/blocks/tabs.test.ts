import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'
import { readAsset } from '../../../layout/theme/read-asset.ts'

const tabs = (props = {}) =>
  element(
    'Tabs',
    props,
    '\n',
    element('Tab', { title: 'macOS' }, 'brew'),
    '\n',
    element('Tab', { title: 'Linux' }, 'apt'),
  )

test('tabs are radio buttons in one line, so that they work without script, and the first is chosen', () => {
  const { html } = render(tabs())
  expect(html).toMatch(/<input class="tab-radio" type="radio" name="tabs" id="tabs-1" value="macOS" checked=""\/>macOS/)
  expect(html).toMatch(/<div class="tab-list">(?:<label class="tab-label"><input [^>]*>[^<]*<\/label>){2}<\/div>/)
  expect(html).toContain('<div class="tab-panel" id="linux" data-title="Linux">apt</div>')
  expect(html.match(/checked/g)).toHaveLength(1)
})

test('an author may choose another one to be shown first, and what is no place shows the first', () => {
  expect(render(tabs({ defaultTabIndex: 1 })).html).toMatch(/value="Linux" checked/)
  expect(render(tabs({ defaultTabIndex: '1' })).html).toMatch(/value="Linux" checked/)
  expect(render(tabs({ defaultTabIndex: 9 })).html).toMatch(/value="macOS" checked/)
})

test('a line may end the set', () => {
  expect(render(tabs({ borderBottom: true })).html).toContain('class="tabs tabs-ended"')
})

test('every tab that is not unrolled has a rule that shows its panel', () => {
  const many = (count: number) =>
    render(element('Tabs', {}, ...Array.from({ length: count }, (_, at) => element('Tab', { title: `T${at}` }, 'x'))))
      .html
  const css = readAsset('css/components.css')
  const rules = css.match(/:nth-child\((\d+)\) > :checked\) > \.tab-panel:nth-of-type\(\d+\)/g) ?? []
  expect(many(rules.length)).not.toContain('tabs-unrolled')
  expect(many(rules.length + 1)).toContain('tabs-unrolled')
})

test('two sets on a page do not share their buttons', () => {
  const names = [...render(tabs(), tabs()).html.matchAll(/name="([^"]+)"/g)].map((match) => match[1])
  expect(new Set(names).size).toBe(2)
})

test('tabs follow the choice made elsewhere, unless the author says no', () => {
  expect(render(tabs()).html).toContain('data-bindery-sync=""')
  expect(render(tabs({ sync: false })).html).not.toContain('data-bindery-sync')
})

test('a tab outside of tabs is a section with its title', () => {
  expect(render(element('Tab', { title: 'Alone' }, 'x')).html).toContain('<p class="tab-alone-title">Alone</p>x')
})
