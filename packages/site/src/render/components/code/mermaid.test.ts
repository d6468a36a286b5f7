import { expect, test } from 'vitest'
import { element, render } from '../../../../testing/render-component.ts'

const figure = (code: string) => render(element('CodeBlock', { language: 'mermaid', code }))

test('a diagram is its text until the script draws it, and says that it needs the script', () => {
  const { html, needs } = figure('flowchart LR\n  a --> b')
  expect(html).toBe(
    '<figure class="diagram" data-bindery-diagram="Diagram"><details class="diagram-text" open=""><summary>Diagram as text</summary>' +
      '<pre><code>flowchart LR\n  a --&gt; b</code></pre></details></figure>',
  )
  expect(needs).toEqual(['mermaid'])
})

test('links of a diagram are resolved like those of the page', () => {
  const { html } = figure('flowchart LR\n  a --> b\n  click a href "/guide"')
  expect(html).toContain('data-bindery-links="[[&quot;/guide&quot;,&quot;to:/guide&quot;]]"')
})

test('a diagram that cannot be drawn loads no script and stands in the report', () => {
  const { html, needs, warnings } = figure('mindmap\n  root')
  expect(html).not.toContain('data-bindery-diagram')
  expect(needs).toEqual([])
  expect(warnings).toMatchObject([{ code: 'undrawn_diagram' }])
})

test('room is kept for a sequence, so that its drawing moves little', () => {
  expect(figure('sequenceDiagram\n  A->>B: x').html).toContain('style="--steps:2"')
})
