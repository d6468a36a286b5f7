import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

const block = (language: string, meta: string, code: string) => render(element('CodeBlock', { language, meta, code }))

test('a block is colored code that can be copied', () => {
  const { html } = block('python', '', 'x = 1\n')
  expect(html).toContain('<pre><code>x <span class="o">=</span> <span class="n">1</span></code></pre>')
  expect(html).toContain(
    '<button class="copy" type="button" data-bindery-do="copy" data-bindery-done="Copied">Copy</button>',
  )
})

test('its title stands above it', () => {
  expect(block('js', 'server.js icon="server"', 'a').html).toMatch(/<p class="code-title"><svg.*<\/svg>server\.js<\/p>/)
})

test('line numbers and marks make lines of their own', () => {
  const { html } = block('text', 'lines {2}', 'a\nb\nc')
  expect(html).toContain('<span class="line">a\n</span><span class="line hl">b\n</span><span class="line">c\n</span>')
  expect(html).toContain('code-numbered')
})

test('a difference is marked and its notation gone', () => {
  const { html } = block('text', '', 'a // [!code --]\nb // [!code ++]')
  expect(html).toContain('<span class="line del">a\n</span><span class="line add">b\n</span>')
  expect(html).not.toContain('[!code')
})

test('what is not in focus steps back', () => {
  expect(block('text', 'focus={2}', 'a\nb').html).toContain(
    '<span class="line dim">a\n</span><span class="line">b\n</span>',
  )
})

test('long code folds if asked to, short code never', () => {
  expect(block('text', 'expandable', 'a\n'.repeat(40)).html).toContain('<input class="code-fold" type="checkbox"')
  expect(block('text', 'expandable', 'a\nb').html).not.toContain('code-fold')
})

test('an unknown language is plain and reported with its place', () => {
  const { html, warnings } = block('klingon', '', '<nuqneH>')
  expect(html).toContain('&lt;nuqneH&gt;')
  expect(warnings).toMatchObject([{ code: 'unknown_language', at: { file: 'page.mdx', line: 1 } }])
})

test('lines glued to the language are understood', () => {
  expect(block('python{2}', '', 'a\nb').html).toContain('<span class="line hl">b\n</span>')
})

test('the component takes its settings as props and its code as text', () => {
  const { html } = render(element('CodeBlock', { language: 'js', filename: 'a.js', lines: true, highlight: [1] }, 'x'))
  expect(html).toContain('a.js')
  expect(html).toContain('<span class="line hl">x\n</span>')
})

test('code goes without a button where copying makes no sense', () => {
  const html = (language: string, meta: string) => render(element('CodeBlock', { language, meta, code: 'x' })).html
  expect(html('text', 'nocopy')).not.toContain('class="copy"')
  expect(html('nocopy', '')).not.toContain('class="copy"')
  expect(html('text', 'nocopy="false"')).toContain('class="copy"')
})

test('a word in brackets is a title, unless it is an option', () => {
  const html = (meta: string) => render(element('CodeBlock', { language: 'bash', meta, code: 'x' })).html
  expect(html('[npm]')).toContain('<p class="code-title">npm</p>')
  expect(html('[wrap]')).toContain('code-wrap')
})

test('an icon without a title stands with the name of the language', () => {
  const { html } = render(element('CodeBlock', { language: 'bash', meta: 'icon="terminal"', code: 'x' }))
  expect(html).toMatch(/<p class="code-title"><svg.*<\/svg>\w+<\/p>/)
})
