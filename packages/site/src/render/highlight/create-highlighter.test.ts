import { expect, test } from 'vitest'
import { createHighlighter, type HighlightCache } from './create-highlighter.ts'

const highlighter = await createHighlighter()

test('code becomes class spans, line by line', () => {
  const { lines, known } = highlighter.highlight('def f(x):\n    return "a<b"', 'python')
  expect(known).toBe(true)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^<span class="k">def<\/span> <span class="f">f<\/span>/)
  expect(lines[1]).toContain('<span class="s">"a&lt;b"</span>')
})

test('an unknown language is plain, escaped and says so', () => {
  expect(highlighter.highlight('<a>', 'klingon')).toEqual({ lines: ['&lt;a&gt;'], known: false })
  expect(highlighter.highlight('<a>', 'text')).toEqual({ lines: ['&lt;a&gt;'], known: true })
})

test('aliases mean the same language', () => {
  const ids = ['python', 'py', 'Python'].map((name) => highlighter.highlight('x = 1', name).lines.join())
  expect(new Set(ids).size).toBe(1)
})

test('what was highlighted before changes no byte of what comes after', async () => {
  const blocks: [string, string][] = [
    ['```python\nx = 1\n```', 'markdown'],
    ['x = """\n1\n"""', 'python'],
    ['cat <<EOF\n$x\nEOF', 'bash'],
    ['CREATE DATABASE x;', 'sql'],
    ['<script>const a = 1</script>', 'html'],
  ]
  const run = async (order: [string, string][]) => {
    const fresh = await createHighlighter()
    return new Map(order.map(([code, language]) => [code, fresh.highlight(code, language).lines.join('\n')]))
  }
  const forth = await run(blocks)
  const back = await run(blocks.toReversed())
  for (const [code] of blocks) expect(back.get(code)).toBe(forth.get(code))
})

test('a line met again in another state is read in that state', () => {
  const text = 'a = 1\nx = """\na = 1\n"""\na = 1'
  const { lines } = highlighter.highlight(text, 'python')
  expect(lines[4]).toBe(lines[0])
  expect(lines[2]).not.toBe(lines[0])
})

test('a very long line stays plain and does not disturb the next', () => {
  const { lines } = highlighter.highlight(`x = 1\n# ${'y'.repeat(3000)}\nx = 1`, 'python')
  expect(lines[1]).not.toContain('<span')
  expect(lines[2]).toBe(lines[0])
})

test('a cache that outlives the process is asked before a grammar works', async () => {
  const cached = new Map<string, string>()
  let hits = 0
  const cache: HighlightCache = {
    get: (key) => {
      if (cached.has(key)) hits++
      return cached.get(key)
    },
    set: (key, html) => cached.set(key, html),
  }
  const code = 'let a = 1\nlet b = 2'
  const first = (await createHighlighter()).highlight(code, 'rust', cache).lines
  const second = (await createHighlighter()).highlight(code, 'rust', cache).lines
  expect(second).toEqual(first)
  expect(hits).toBe(1)
})

test('a line that drives a grammar mad ends soon, at the same step everywhere', () => {
  // Without a lower retry limit this takes minutes in the C# grammar.
  const { lines } = highlighter.highlight('<a '.repeat(600), 'csharp')
  expect(lines).toHaveLength(1)
})
