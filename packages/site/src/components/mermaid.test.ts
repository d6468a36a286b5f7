import { expect, test } from 'vitest'
import { draw, element } from './test-drawing.ts'

test('a diagram is its source until the script draws it, and says that it needs the script', () => {
  const { html, needs } = draw(element('CodeBlock', { language: 'mermaid', code: 'flowchart LR\n  a --> b' }))
  expect(html).toBe(
    '<figure class="mermaid" data-mermaid=""><pre><code>flowchart LR\n  a --&gt; b</code></pre></figure>',
  )
  expect(needs).toEqual(['mermaid'])
})
