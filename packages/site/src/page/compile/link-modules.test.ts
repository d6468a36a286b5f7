import { expect, test } from 'vitest'
import { compileJsx } from './compile-jsx.ts'
import { Linker } from './link-modules.ts'
import { NotCompiled, readModule } from './read-module.ts'

function linkerOf(files: Record<string, string>): Linker {
  return new Linker({
    read: (file) => readModule(file, [files[file] ?? '']),
    resolve: (specifier) => (Object.hasOwn(files, specifier) ? specifier : undefined),
  })
}

const linked = (files: Record<string, string>, ...names: string[]) => {
  const linker = linkerOf(files)
  for (const name of names) linker.add({ file: 'a', name })
  return linker.write()
}

test.each([
  ['export const A = () => <b>x</b>', '() => $h("b",null,"x")'],
  [
    'export const A = ({ x }) => <A {...x} a="1" b c={x} data-d={<i/>} />',
    '$h(A,{...(x),a:"1",b:true,c:(x),"data-d":($h("i",null))})',
  ],
  ['export const A = () => <>a{1}{/* no */}\n  b</>', '$h($F,null,"a",(1),"b")'],
  ['export const A = () => <A.B.C/>', '$h(A.B.C,null)'],
  ['export const A = () => <Card/>', '$h($.part("Card"),null)'],
  ['export const A = () => [1].map((n) => n && <i key={n}>{n}</i>)', '[1].map((n) => n && $h("i",{key:(n)},(n)))'],
  ['export const A = () => <p t="</script>">{"&"} &amp; </p>', '$h("p",{t:"\\u003c/script>"},("&")," & ")'],
])('%s', (source, expected) => {
  expect(linked({ a: source }, 'A').text).toContain(expected)
})

test('only what a component needs is taken of a file, and of those that it imports', () => {
  const { text } = linked(
    {
      a: 'import B, { c as d } from "b"\nimport * as all from "e"\nexport const A = () => <B d={d} {...all} />\nexport const Other = () => other',
      b: 'export default function B() { return helper }\nconst helper = 1\nexport const c = 2, unused = 3\nB.name2 = 1',
      e: 'export { x as y } from "f"\nexport const z = 4',
      f: 'export const x = 5\nexport const gone = 6',
    },
    'A',
  )
  expect(text).not.toMatch(/Other|gone/)
  for (const part of ['helper = 1', 'c = 2', 'B.name2 = 1', 'x = 5', 'z = 4']) expect(text).toContain(part)
  // It runs, which nothing here does with an author's text; this one is ours.
  const run = new Function('$', `${text};return $m3().A()`)
  const React = { createElement: (...args: unknown[]) => args, Fragment: 0 }
  const [type, props] = run({ React, once: (make: () => unknown) => make })
  expect([type.name, props]).toEqual(['B', { d: 2, y: 5, z: 4 }])
})

test('hooks need no import, and an import may give them other names', () => {
  expect(linked({ a: 'export const A = () => useState(1)' }, 'A').text).toContain('{useState}=React')
  const { text } = linked({ a: 'import R, { useState as s } from "react"\nexport const A = () => s(R)' }, 'A')
  expect(text).toContain('const R=$.React;\nconst s=$.React.useState;')
})

test.each([
  ['another host', 'import x from "https://esm.sh/x"\nexport const A = () => x', /esm\.sh/],
  ['a package', 'import x from "lodash"\nexport const A = () => x', /lodash/],
  ['a file while it runs', 'export const A = () => import("/b.js")', /imports nothing/],
  ['what nobody exports', 'import { y } from "b"\nexport const A = () => y', /no "y"/],
  ['its own address', 'export const A = () => import.meta.url', /imports nothing/],
  ['a wait at the top', 'export const A = await 1', /wait/],
  ['TypeScript', 'export const A = (x: string) => x', /cannot be read/],
  ['itself', 'import { B } from "c"\nexport const A = () => B', /imports itself/],
])('refused: %s', (_, a, reason) => {
  const linker = linkerOf({ a, b: 'export const x = 1', c: 'import { A } from "a"\nexport const B = () => A' })
  expect(() => linker.add({ file: 'a', name: 'A' })).toThrow(NotCompiled)
  expect(() => linker.add({ file: 'a', name: 'A' })).toThrow(reason)
  expect(linker.write().text).not.toContain('$m0')
})

test('a file that refuses one component still gives the others', () => {
  const source = 'import x from "lodash"\nexport const A = () => x\nexport const B = () => 1'
  const linker = linkerOf({ a: source })
  expect(() => linker.add({ file: 'a', name: 'A' })).toThrow(NotCompiled)
  linker.add({ file: 'a', name: 'B' })
  expect(linker.write().text).toMatch(/B = \(\) => 1/)
  expect(linker.write().text).not.toContain('lodash')
})

test('what holds no JSX stays as it was written', () => {
  const source = ['const a = `<b>$', '{"<i>"}</b>` // <u/>\n'].join('')
  const node = { type: 'Program', start: 0, end: source.length }
  expect(compileJsx(node, source, () => true)).toBe(source)
})
