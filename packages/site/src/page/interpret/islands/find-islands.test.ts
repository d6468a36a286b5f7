import { expect, test } from 'vitest'
import { pageOf, print } from '../../../../testing/print-tree.ts'

const compiled = (source: string, files: Record<string, string> = {}) => {
  const page = pageOf(source, files, { compiles: true })
  return { html: print(page.children), code: page.code?.text ?? '', codes: page.diagnostics.map(({ code }) => code) }
}

const counter =
  'export const Counter = ({ n }) => { const [c, set] = useState(n); return <button onClick={() => set(c + 1)}>{c}</button> }'

test('a component that needs a browser shows its first state in an island', () => {
  const { html, code, codes } = compiled(`${counter}\n\n<Counter n={3} />`)
  expect(html).toBe('<bindery-island n=0 style="display:contents"><button type="button">3</button></bindery-island>')
  expect(code).toContain('[0,()=>$m0().Counter,s=>({n:3})]')
  expect(codes).toEqual([])
})

test('without the setting nothing is compiled, and what a page would gain is reported once', () => {
  const outer = 'export const Outer = () => <div><Counter n={1} /></div>'
  const page = pageOf(`${counter}\n\n${outer}\n\n<Outer />\n\n<Counter n={2} />`)
  expect(page.code).toBeUndefined()
  expect(print(page.children)).not.toContain('bindery-')
  const gains = page.diagnostics.filter(({ code }) => code === 'browser_code')
  expect(gains.map(({ at }) => at.line)).toEqual([5, 7])
})

test('a component that needs none stays what it was, and so do expressions and handlers of the page itself', () => {
  const { html, code } = compiled(
    'export const A = ({ x }) => <b>{x}</b>\n\n<A x="1" />\n\n{window.name}<i onClick={() => x()}>y</i>',
  )
  expect(html).not.toContain('bindery-')
  expect(code).toBe('')
})

test('a component around an island is none, unless it gives it a function', () => {
  const pure = compiled(`${counter}\n\nexport const Outer = () => <div><Counter n={1} /></div>\n\n<Outer />`)
  expect(pure.html).toMatch(/^<div><bindery-island n=0/)
  expect(pure.code).toContain('().Counter,')
  const giving = compiled(
    'export const Inner = ({ pick }) => <b onClick={pick}>x</b>\n\nexport const Outer = () => <div><Inner pick={() => 1} /></div>\n\n<Outer />',
  )
  expect(giving.html).toBe('<bindery-island n=0 style="display:contents"><div><b>x</b></div></bindery-island>')
  expect(giving.code).toContain('().Outer,')
})

test('a function that stands at the top of a file may be given to a component', () => {
  const files = { 'a.jsx': 'export const Give = ({ As, pick }) => { useState(1); return <As>{pick(1)}</As> }' }
  const source =
    'import { Give } from "/a.jsx"\n\nexport const Box = ({ children }) => <b>{children}</b>\n\n<Give As={Box} pick={Box} />'
  const { html, code } = compiled(source, files)
  expect(html).toMatch(/^<bindery-island n=0/)
  expect(code).toContain('(s,r=[$m1().Box,$m1().Box])=>({As:r[0],pick:r[1]})')
  const inline = compiled(source.replace('{Box} />', '{() => 1} />'), files)
  expect([inline.code, inline.codes]).toEqual(['', ['fallback']])
})

test('what the page puts into a component is marked where it is shown, and waits where it is not', () => {
  const box =
    'export const Box = ({ title, children }) => { const [open] = useState(false); return <div>{title}{open && children}</div> }'
  const { html, code } = compiled(`${box}\n\n<Box title={<b>t</b>}>**kept**</Box>`)
  expect(html).toContain('<div><bindery-slot n=0 style="display:contents"><b>t</b></bindery-slot></div>')
  expect(html).toContain('<bindery-slot n=1 hidden=true><strong>kept</strong></bindery-slot>')
  expect(code).toContain('s=>({title:s(0),children:s(1)})')
})

test('an island among what the page puts into another stays one', () => {
  const box = 'export const Box = ({ children }) => { useEffect(() => {}); return <div>{children}</div> }'
  const { html, code } = compiled(`${counter}\n\n${box}\n\n<Box><Counter n={1} /></Box>`)
  expect(html.match(/<bindery-island/g)).toHaveLength(2)
  expect(code).toContain('[0,()=>$m0().Counter')
  expect(code).toContain('[1,()=>$m0().Box')
})

test('no text of a page can end the script or become code', () => {
  const { code } = compiled(`${counter}\n\n<Counter n="</script><!--\u2028" {...{ "__proto__": 1, 'a"b': 2 }} />`)
  expect(code).toContain('n:"\\u003c/script>\\u003c!--\\u2028"')
  expect(code).toContain('["__proto__"]:1,"a\\"b":2')
})

test('an import that a browser cannot have keeps the first state, and says so', () => {
  const { html, code, codes } = compiled(
    `import x from "https://esm.sh/x"\n\nexport const A = () => { useEffect(() => x()); return <b>1</b> }\n\n<A />`,
  )
  expect(html).toContain('<b>1</b>')
  expect(code).toBe('')
  expect(codes).toEqual(['missing_import', 'fallback'])
})

test('memo, context and reducers show their first state without a browser', () => {
  const source = `export const C = createContext('none')

export const Deep = memo(() => { const v = useContext(C); const [n] = useReducer((a) => a, 4); return <b>{v}{n}</b> })

<C.Provider value="x"><Deep /></C.Provider>`
  expect(print(pageOf(source).children)).toBe('<b>none4</b>')
})

test('a tree that holds itself many times over costs no more than a page may', () => {
  const twice = 'export const Twice = ({ children }) => { useEffect(() => {}); return <i>{children}{children}</i> }'
  const deep = Array.from({ length: 60 }).reduce((inner: string) => `<Twice>${inner}</Twice>`, 'x')
  const page = pageOf(`${twice}\n\n${deep}`, {}, { compiles: true })
  expect(page.diagnostics.map(({ code }) => code)).toContain('page_not_parsed')
})
