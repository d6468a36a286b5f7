import { expect, test } from 'vitest'
import { readDiagram } from './read-diagram.ts'

const plain = 'flowchart LR\n  A["first\\nsecond"] --> B\n  style A fill:#f9f,stroke:#333'

test('a diagram of a kind that can be drawn is, whatever stands before its first word', () => {
  const preambles = [
    '',
    '\n\n',
    '%% a comment\n',
    '%%{init: {"theme": "dark"}}%%\n',
    '%%{init:\n{}\n}%%\n',
    '---\ntitle: x\n---\n',
  ]
  for (const before of preambles) expect(readDiagram(before + plain), before).toEqual({ links: [] })
})

test('a kind that the small build leaves out stays text, and the report says which', () => {
  for (const kind of ['mindmap', 'architecture-beta', 'zenuml']) {
    expect(readDiagram(`---\ntitle: flowchart\n---\n%% x\n${kind}\n  root`).undrawn).toContain(`"${kind}"`)
  }
})

test('a style that would ask for a file is not drawn, however it is spelled', () => {
  const styles = [
    'style A background:url(https://a.example)',
    'classDef c background-image:URL ("x")',
    'linkStyle 0 cursor:-webkit-image-set("x" 1x)',
    'style A background:u\\72l(x)',
    'A-->C; style C mask:url(x)',
    'style A fill:red;@import "x"',
  ]
  for (const style of styles) expect(readDiagram(`${plain}\n  ${style}`).undrawn, style).toContain('shown as text')
})

test('of a sequence the number of its lines is told, from which its height follows', () => {
  expect(readDiagram('sequenceDiagram\n\n  A->>B: x\n  B->>A: y\n').steps).toBe(3)
})

test('the addresses behind shapes are found, and calls of script are not', () => {
  const clicks = 'click A href "/guide" _blank\nclick B "https://a.example/x" "tip"\nclick C call run("x")\nclick D run'
  expect(readDiagram(`${plain}\n${clicks}`).links).toEqual(['/guide', 'https://a.example/x'])
})
