import { describe, expect, test } from 'vitest'
import { pageOf, print, rendered } from '../../../testing/print-tree.ts'

const codes = (source: string, files?: Record<string, string>) =>
  pageOf(source, files).diagnostics.map(({ code }) => code)

describe('Markdown', () => {
  test.each([
    ['a *b* **c** ~~d~~ `e`', '<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>'],
    ['a  \nb', '<p>a<br></br>b</p>'],
    ['> q\n\n---', '<blockquote><p>q</p></blockquote><hr></hr>'],
    ['3. a\n4. b', '<ol start=3><li>a</li><li>b</li></ol>'],
    ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['[a](/b "t") ![i](/c.png)', '<p><a href="/b" title="t">a</a> <img src="/c.png" alt="i"></img></p>'],
    ['[a][r]\n\n[r]: /x "t"', '<p><a href="/x" title="t">a</a></p>'],
    ['www.example.org', '<p><a href="http://www.example.org">www.example.org</a></p>'],
    ['```js title="a" {1}\nx\n```', '<CodeBlock language="js" meta="title=\\"a\\" {1}" code="x"></CodeBlock>'],
    ['$$\nx^2\n$$', '<Math tex="x^2" display=true></Math>'],
    ['costs $5 or $6, $$x$$', '<p>costs $5 or $6, <Math tex="x" display=false></Math></p>'],
    ['so $a^2 = {b}$ holds', '<p>so <Math tex="a^2 = {b}" display=false></Math> holds</p>'],
    ['$a_1$ costs $5 or $6', '<p>$a_1$ costs $5 or $6</p>'],
    ['set $A_B and $C_D here', '<p>set $A_B and $C_D here</p>'],
    ['{/* nothing */}', ''],
  ])('%s', (source, expected) => {
    expect(rendered(source)).toBe(expected)
  })

  test('a table keeps its alignment', () => {
    expect(rendered('|a|b|\n|:-|-:|\n|1|2|')).toBe(
      '<table><thead><tr><th style="text-align:left">a</th><th style="text-align:right">b</th></tr></thead>' +
        '<tbody><tr><td style="text-align:left">1</td><td style="text-align:right">2</td></tr></tbody></table>',
    )
  })

  test('a task list shows its boxes', () => {
    expect(rendered('- [x] a')).toBe(
      '<ul class="task-list"><li class="task-list-item"><input type="checkbox" checked=true disabled=true></input> a</li></ul>',
    )
  })

  test('a footnote is numbered by its first use and links back', () => {
    const html = rendered('a[^x]\n\n[^x]: note')
    expect(html).toContain('<a href="#fn-1" id="fnref-1">1</a>')
    expect(html).toContain('<li id="fn-1"><p>note</p><a href="#fnref-1"')
  })
})

describe('headings', () => {
  test('get ids from their text, numbered when they repeat', () => {
    const { headings } = pageOf('# Hello, World!\n\n## Über `code`\n\n## Hello, World!\n\n### 日本 語')
    expect(headings).toEqual([
      { depth: 1, id: 'hello-world', text: 'Hello, World!' },
      { depth: 2, id: 'über-code', text: 'Über code' },
      { depth: 2, id: 'hello-world-2', text: 'Hello, World!' },
      { depth: 3, id: '日本-語', text: '日本 語' },
    ])
  })

  test('keep the id that their author wrote, and no other takes it', () => {
    const { headings } = pageOf('## Own\n\n## Title {#own}\n\n## Again {#own}')
    expect(headings.map(({ id }) => id)).toEqual(['own-2', 'own', 'again'])
  })

  test('of a snippet stand in the order in which they are drawn', () => {
    const files = { 'snippets/a.mdx': '## Inside' }
    const { headings } = pageOf('import A from "/snippets/a.mdx"\n\n# One\n\n<A />\n\n## Inside', files)
    expect(headings.map(({ id }) => id)).toEqual(['one', 'inside', 'inside-2'])
  })

  test('that a component draws twice get two ids', () => {
    const { headings } = pageOf('export const Two = (p) => <>{p.children}{p.children}</>\n\n<Two>\n## A\n</Two>')
    expect(headings.map(({ id }) => id)).toEqual(['a', 'a-2'])
  })

  test('that a component leaves out are in no table of contents', () => {
    const { headings } = pageOf('export const None = () => null\n\n<None>\n## Gone\n</None>')
    expect(headings).toEqual([])
  })
})

describe('tags', () => {
  test('props may be text, flags, numbers, data and JSX', () => {
    const html = rendered(
      `<Card title="a &amp; b" open n={-1.5} list={['x', 2]} data={{ a: { b: null } }} icon={<b>i</b>} two={<><i/>t</>} />`,
    )
    expect(html).toBe(
      '<Card title="a & b" open=true n=-1.5 list=["x",2] data={"a":{"b":null}} icon={<b>i</b>} two={<i></i>t}></Card>',
    )
  })

  test('Markdown inside a component is Markdown', () => {
    expect(rendered('<Note>\n  **a**\n\n  - b\n</Note>')).toBe(
      '<Note><p><strong>a</strong></p><ul><li>b</li></ul></Note>',
    )
  })

  test('React names of attributes become those of HTML and SVG', () => {
    expect(rendered('<label htmlFor="a" className="b" tabIndex={0}>x</label>')).toBe(
      '<label for="a" class="b" tabindex=0>x</label>',
    )
    expect(rendered('<svg viewBox="0 0 1 1" strokeWidth={2}><path fillRule="evenodd" d="M0" /></svg>')).toBe(
      '<svg viewBox="0 0 1 1" stroke-width=2><path fill-rule="evenodd" d="M0"></path></svg>',
    )
  })

  test('handlers are left out with a warning, words that begin alike are kept', () => {
    const page = pageOf('<Card onClick={f} onload="x" only="a" online />')
    expect(print(page.children)).toBe('<Card only="a" online=true></Card>')
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['event_handler', 'event_handler'])
    expect(page.fallback).toBe(false)
  })

  test('a style object becomes CSS', () => {
    expect(rendered("<div style={{ marginTop: 8, lineHeight: 1.5, WebkitLineClamp: 2, '--x': 'red' }}>x</div>")).toBe(
      '<div style="margin-top:8px;line-height:1.5;-webkit-line-clamp:2;--x:red">x</div>',
    )
  })

  test('a component that nobody knows leaves its content and a warning', () => {
    const page = pageOf('<Nope a="b">**text**</Nope>')
    expect(print(page.children)).toBe('<strong>text</strong>')
    expect(page.diagnostics).toMatchObject([
      { code: 'unknown_component', at: { file: 'page.mdx', line: 1, column: 1 } },
    ])
    expect(page.fallback).toBe(false)
  })

  test('a block in the middle of a paragraph splits it, as a browser would', () => {
    expect(rendered('a <Card /> b <Icon /> c')).toBe('<p>a </p><Card></Card><p> b <Icon></Icon> c</p>')
  })

  test('a paragraph that its author styles stays the one that the style is meant for', () => {
    expect(rendered('<p className="lead">\n  text\n</p>')).toBe('<p class="lead">text</p>')
    expect(rendered('<p className="box">\n  a\n\n  <Card />\n</p>')).toBe(
      '<div class="box"><p>a</p><Card></Card></div>',
    )
  })

  test('an element carries the place where it was written', () => {
    const [card] = pageOf('---\ntitle: x\n---\n\n<Card />').children
    expect(card).toMatchObject({ at: { file: 'page.mdx', line: 5, column: 1 } })
  })
})

describe('expressions', () => {
  test.each([
    ['{1 + 2 * 3}', '7'],
    [`{\`a\${1}b\${"c"}\`}`, 'a1bc'],
    ['{true && "x"}{false && "y"}{null ?? "z"}', 'xz'],
    ['{1 > 2 ? "a" : "b"}', 'b'],
    ['{"a,b".split(",").map(x => x.toUpperCase()).join("-")}', 'A-B'],
    ['{[3, 1, 2].filter(n => n > 1).length}', '2'],
    ['{[..."ab".split(""), "c"].includes("c") ? "yes" : "no"}', 'yes'],
    [`{Object.entries({ a: 1, b: 2 }).map(([k, v]) => \`\${k}\${v}\`).join()}`, 'a1,b2'],
    ['{Math.max(1, 2)}{typeof window}', '2undefined'],
    ['{({ a: { b: [5] } }).a.b[0]}', '5'],
    ['{undefined?.x}{[].at(-1)}', ''],
    ['{["a", "b"].map((x, i) => <b key={i}>{x}{i}</b>)}', '<b>a0</b><b>b1</b>'],
    ['{(({ a, ...rest }) => Object.keys(rest).length + a)({ a: 1, b: 2, c: 3 })}', '3'],
    ['{[1, 2, 3].reduce((sum, n) => sum + n, 0)}', '6'],
    ['{JSON.stringify({ a: [1, "x"] })}', '{"a":[1,"x"]}'],
  ])('%s draws %s', (source, expected) => {
    const page = pageOf(source)
    expect(page.diagnostics).toEqual([])
    expect(print(page.children)).toBe(expected)
  })

  test('data that the page exports is read by name', () => {
    const source = 'export const items = [{ n: "a" }, { n: "b" }]\n\n{items.map(({ n }) => <li>{n}</li>)}'
    expect(rendered(source)).toBe('<li>a</li><li>b</li>')
  })

  test('the page draws its own components, with defaults, children and the rest of the props', () => {
    const source = `export const Box = ({ kind = 'plain', children, ...rest }) => {
  const label = kind.toUpperCase()
  if (kind === 'none') return null
  return <div className={\`box \${kind}\`} {...rest}><b>{label}</b>{children}</div>
}

<Box kind="big" id="x">*text*</Box>

<Box kind="none">gone</Box>

<Box />`
    expect(rendered(source)).toBe(
      '<div class="box big" id="x"><b>BIG</b><em>text</em></div><div class="box plain"><b>PLAIN</b></div>',
    )
  })

  test('a name in braces that nobody defines is shown as written, with a fallback', () => {
    const page = pageOf('run {runId} now')
    expect(print(page.children)).toBe('<p>run {runId} now</p>')
    expect(page.fallback).toBe(true)
  })

  test('hooks draw the first state and say so', () => {
    const page = pageOf(`export const Counter = () => {
  const [count, setCount] = useState(3)
  const up = () => setCount(count + 1)
  useEffect(() => { window.x = 1 }, [])
  return <button onClick={up}>{count}</button>
}

<Counter />`)
    expect(print(page.children)).toBe('<button type="button">3</button>')
    expect(page.fallback).toBe(true)
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['fallback', 'fallback', 'event_handler', 'browser_code'])
  })

  test('what needs a browser leaves out the smallest part around it', () => {
    const page = pageOf('export const A = () => <p>a{window.name}b<i title={fetch("x")}>c</i></p>\n\n<A />')
    expect(print(page.children)).toBe('<p>ab<i>c</i></p>')
    const left = page.diagnostics.filter(({ code }) => code === 'fallback')
    expect(left.map(({ at }) => [at.line, at.column])).toEqual([
      [1, 28],
      [1, 45],
    ])
  })

  test('a component that cannot be drawn leaves its content', () => {
    const page = pageOf('export const A = () => { for (;;) {} }\n\n<A>**kept**</A>')
    expect(print(page.children)).toBe('<strong>kept</strong>')
    expect(page.fallback).toBe(true)
  })
})

describe('snippets', () => {
  test('are components that take props, by name or from props', () => {
    const files = { 'snippets/a.mdx': '---\nx: 1\n---\nHi {name} {props.name} {children}' }
    expect(rendered('import A from "/snippets/a.mdx"\n\n<A name="Bo">**c**</A>', files)).toBe(
      '<p>Hi Bo Bo <strong>c</strong></p>',
    )
    expect(rendered('<Snippet file="a.mdx" name="Bo" />', files)).toBe('<p>Hi Bo Bo </p>')
    expect(rendered('<Snippet file="a.mdx" name="Bo" />', { '_snippets/a.mdx': '{name}' })).toBe('Bo')
  })

  test('may be imported from a relative path, from .jsx files, and by one another', () => {
    const files = {
      'guides/data.mdx': 'export const n = 2\n\nexport const Twice = ({ x }) => <b>{x * n}</b>',
      'lib/card.jsx': `import { n } from '../guides/data.mdx'
const format = (x) => \`#\${x}\`
function Big({ children }) { return <div>{format(n)}{children}</div> }
export { Big as Huge }
export default function Small() { return <i>s</i> }`,
    }
    const source = `import { Twice, n } from './data.mdx'
import Small, { Huge } from '../lib/card'
import * as data from '/guides/data.mdx'

<Twice x={21} /><Huge>{n}</Huge><Small /><data.Twice x={1} />`
    const page = pageOf(source, files, { file: 'guides/page.mdx' })
    expect(print(page.children)).toBe('<b>42</b><div>#22</div><i>s</i><b>2</b>')
    expect(page.diagnostics).toEqual([])
    expect(page.imports).toEqual(['guides/data.mdx', 'lib/card', 'lib/card.mdx', 'lib/card.jsx'])
  })

  test('that are missing leave the content of their tags, and no fallback', () => {
    const page = pageOf('import { A } from "/snippets/no.jsx"\n\n<A>**kept**</A> {A}')
    expect(print(page.children)).toContain('<strong>kept</strong>')
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['missing_import'])
    expect(page.fallback).toBe(false)
    expect(page.imports).toEqual(['snippets/no.jsx'])
  })

  test('in TypeScript are left out, with a fallback', () => {
    const page = pageOf('import { A } from "/a.tsx"\n\n<A>**kept**</A>', {
      'a.tsx': 'export const A = (p: Props) => <b />',
    })
    expect(print(page.children)).toBe('<strong>kept</strong>')
    expect(page.diagnostics[0]).toMatchObject({ code: 'fallback', at: { file: 'a.tsx', line: 1, column: 20 } })
  })

  test('outside the docs folder are missing', () => {
    expect(codes('import A from "../../etc/passwd.mdx"')).toEqual(['missing_import'])
  })

  test('that contain themselves are found', () => {
    const files = {
      'a.mdx': 'import B from "/b.mdx"\n\na<B />',
      'b.mdx': 'import A from "/a.mdx"\n\nb<A />',
    }
    const page = pageOf('import A from "/a.mdx"\n\n<A />', files)
    expect(print(page.children)).toBe('<p>a</p><p>b</p>')
    expect(page.diagnostics).toMatchObject([{ code: 'fallback', at: { file: 'b.mdx', line: 3 } }])
  })
})

describe('variables', () => {
  const variables = { version: '1.2', 'api-host': 'x.org' }

  test('of docs.json are filled into text, code, links and props', () => {
    const source = '{{version}} `{{ version }}` [a](https://{{api-host}}/b) <Icon icon="v{{version}}" />'
    expect(rendered(source, {}, { variables })).toBe(
      '<p>1.2 <code>1.2</code> <a href="https://x.org/b">a</a> <Icon icon="v1.2"></Icon></p>',
    )
  })

  test('that docs.json lacks stay as they are, with a warning', () => {
    const page = pageOf('a {{nope}} `{{nope}}` {{constructor}}', {}, { variables })
    expect(print(page.children)).toBe('<p>a {{nope}} <code>{{nope}}</code> {{constructor}}</p>')
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['unknown_variable', 'unknown_variable'])
  })
})

describe('a .md file', () => {
  const md = { file: 'page.md' }

  test('is plain Markdown, where braces are text', () => {
    expect(rendered('a {b} < c', {}, md)).toBe('<p>a {b} < c</p>')
  })

  test('may use tags that MDX can read', () => {
    expect(rendered('<Note>**a**</Note>', {}, md)).toBe('<Note><strong>a</strong></Note>')
  })

  test('loses raw HTML that MDX cannot read, and comments without a word', () => {
    const page = pageOf('<!-- c -->\n\na <br> b <img src=x onerror=alert(1)>', {}, md)
    expect(print(page.children)).toBe('<p>a  b </p>')
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['raw_html', 'raw_html'])
  })
})

describe('a page that cannot be read', () => {
  test.each([
    ['---\na: [\n---\n', 3, 1],
    ['---js\nmodule.exports = {}\n---\n', 1, 4],
  ])('%j is refused with its line', (source, line, column) => {
    expect(() => pageOf(source)).toThrow(expect.objectContaining({ name: 'PageError', file: 'page.mdx', line, column }))
  })
})
