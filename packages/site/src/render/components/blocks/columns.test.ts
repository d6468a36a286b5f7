import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

test('columns are as many as asked for, within reason', () => {
  const style = (cols: unknown) =>
    /--columns:(\d+)/.exec(render(element('Columns', { cols: cols as number })).html)?.[1]
  expect(style(3)).toBe('3')
  expect(style('2')).toBe('2')
  expect(style(99)).toBe('4')
  expect(style(undefined)).toBe('2')
  expect(render(element('CardGroup', { cols: 2 }, element('Column', {}, 'x'))).html).toContain(
    '<div class="column">x</div>',
  )
})
