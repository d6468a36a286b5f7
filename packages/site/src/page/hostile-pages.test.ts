import { describe, expect, test } from 'vitest'
import { pageOf, print } from '../../testing/print-tree.ts'
import type { PropValue, TreeNode } from '../model/page-tree.ts'
import { PageError } from './parse/page-error.ts'

declare global {
  var canary: unknown
}

/** Every payload tries to set this; nothing may. */
globalThis.canary = 'untouched'

const jsx = (expression: string) => `{${expression}}`
const component = (body: string) => `export const A = (props) => ${body}\n\n<A x="1">c</A>`

/** Ways from data to a function of the host. */
const escapes = [
  'constructor',
  '({}).constructor',
  '({}).__proto__',
  '({}).constructor.constructor("globalThis.canary=1")()',
  '[].constructor.constructor("globalThis.canary=1")()',
  '"".constructor.constructor("globalThis.canary=1")()',
  '(() => 1).constructor("globalThis.canary=1")()',
  '(function () {}).constructor("globalThis.canary=1")()',
  '(async () => 1).constructor("globalThis.canary=1")()',
  '[]["map"]["constructor"]("globalThis.canary=1")()',
  '[]["con" + "structor"]["con" + "structor"]("globalThis.canary=1")()',
  '[].map.call([1], eval)',
  '[].map.apply(null, [])',
  '[].map.bind(null)()',
  '[1].map(eval)',
  '["globalThis.canary=1"].map(eval)',
  '["globalThis.canary=1"].map(Function)',
  '["x"].map(setTimeout)',
  '"a".replace("a", () => globalThis)',
  '"a".replace(/a/, "b")',
  '(0, eval)("globalThis.canary=1")',
  'eval("globalThis.canary=1")',
  'Function("globalThis.canary=1")()',
  'new Function("globalThis.canary=1")()',
  'setTimeout("globalThis.canary=1")',
  'globalThis.canary = 1',
  'canary = 1',
  'global.canary = 1',
  'this.canary = 1',
  'self.canary = 1',
  'window.canary = 1',
  'process.exit(1)',
  'process.env.HOME',
  'process.mainModule.require("fs")',
  'require("fs").readFileSync("/etc/passwd")',
  'import("fs")',
  'import.meta.url',
  'module.exports',
  'Reflect.ownKeys({})',
  'Object.getPrototypeOf({})',
  'Object.getOwnPropertyNames("")',
  'Object.defineProperty({}, "x", { get: () => eval("globalThis.canary=1") })',
  'Object.assign({}.__proto__, { polluted: 1 })',
  '({ __proto__: { polluted: 1 } }).polluted',
  '({ ["__proto__"]: { polluted: 1 } }).polluted',
  '({ get x() { return eval("globalThis.canary=1") } }).x',
  '({ toString() { return "x" } }) + ""',
  '({ valueOf: () => 1 }) * 2',
  `\`\${{ toString: () => "x" }}\``,
  '({ [Symbol.toPrimitive]: () => 1 }) + 1',
  'Symbol.iterator',
  '[...{ *[Symbol.iterator]() { yield 1 } }]',
  'new Proxy({}, {})',
  'class { static x = (globalThis.canary = 1) }',
  '(class A { constructor() { globalThis.canary = 1 } })',
  'new (class { x = 1 })()',
  'JSON.parse("{}").constructor',
  'JSON.stringify({ toJSON: () => { globalThis.canary = 1 } })',
  '[1, 2].sort.constructor',
  '[3, 2, 1].sort(eval)',
  '((a = eval("globalThis.canary=1")) => a)()',
  '(({ length }) => length)("abc")',
  '(({ constructor }) => constructor)({})',
  '(([a]) => a)({ length: 1 })',
  'delete [].length',
  'props',
  'arguments.callee.caller',
  '(function f() { return arguments })()',
  'String.raw`x`',
  '(x => x)`globalThis.canary=1`',
  'await fetch("http://127.0.0.1")',
  'fetch("http://127.0.0.1")',
  'document.cookie',
  'new Date().toISOString()',
  'Math.random()',
  'Math.constructor.constructor("globalThis.canary=1")()',
  'Object.keys.constructor("globalThis.canary=1")()',
  'console.log.constructor("globalThis.canary=1")()',
  'useState.constructor("globalThis.canary=1")()',
  'useMemo(eval)',
  'useCallback(Function)("globalThis.canary=1")',
  'React.createElement("script")',
  '1n ** 100000000n',
  '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")',
  '(() => { while (true) {} })()',
  '(() => { for (;;) {} })()',
  '(() => { do {} while (true) })()',
  '(() => { try { null.x } catch (e) { return e.constructor } })()',
  '(() => { throw { a: 1 } })()',
  '(() => { with ({}) {} })()',
  '(() => { label: for (;;) continue label })()',
  '(() => { debugger })()',
  '(() => { let x = 1; x = 2; x++; return x })()',
]

/** Things that grow: each must end at a limit, not at the memory's or the reader's end. */
const bombs = [
  '(f => f(f))(f => f(f))',
  '(f => f(f))(f => [f(f), f(f)])',
  '(function f() { return f() })()',
  '"x".repeat(1e9)',
  '"x".repeat(1e6).repeat(1e6)',
  '"x".padStart(1e9)',
  '"x".padEnd(2 ** 30, "ab")',
  '"x".repeat(1e6).replaceAll("x", "y".repeat(1e6))',
  '"x".repeat(1e6).split("").map(() => "x".repeat(1e6)).join("")',
  '"a".repeat(999999).includes("b" + "a".repeat(499999))',
  '"a".repeat(999999).indexOf("b" + "a".repeat(499999))',
  '"0123456789".split("").flatMap(() => "0123456789".repeat(1000).split("")).flatMap(() => "0123456789".repeat(1000).split(""))',
  '((a) => ((b) => ((c) => ((d) => ((e) => ((g) => [...g, ...g, ...g, ...g, ...g, ...g, ...g, ...g, ...g, ...g])([...e, ...e, ...e, ...e, ...e, ...e, ...e, ...e, ...e, ...e]))([...d, ...d, ...d, ...d, ...d, ...d, ...d, ...d, ...d, ...d]))([...c, ...c, ...c, ...c, ...c, ...c, ...c, ...c, ...c, ...c]))([...b, ...b, ...b, ...b, ...b, ...b, ...b, ...b, ...b, ...b]))([...a, ...a, ...a, ...a, ...a, ...a, ...a, ...a, ...a, ...a]))([1, 2, 3, 4, 5, 6, 7, 8, 9, 0])',
  '"x".repeat(30).split("").reduce((sum) => sum + sum, "xx")',
  '"x".repeat(40).split("").reduce((sum) => [sum, sum], "x")',
  '"x".repeat(40).split("").reduce((sum) => <b>{sum}{sum}</b>, "x")',
  '"x".repeat(90000).split("").reduce((sum) => <b>{sum}</b>, "x")',
  '"x".repeat(90000).split("").reduce((sum) => [sum], "x")',
  '"x".repeat(90000).split("").reduce((sum) => [sum], "x") + ""',
  '"x".repeat(40).split("").reduce((sum) => ({ a: sum, b: sum }), "x")',
  '<Card data={"x".repeat(40).split("").reduce((sum) => ({ a: sum, b: sum }), "x")} />',
  '<Card data={"x".repeat(40).split("").reduce((sum) => [sum, sum], "x")} />',
  '"x".repeat(2000).split("").map(() => "y".repeat(1000000))',
  'JSON.stringify("x".repeat(40).split("").reduce((sum) => [sum, sum], "x"))',
  '"x".repeat(1e6).split("").sort()',
  '"x".repeat(1e5).split("").map(() => "x".repeat(1e5).split("").length)',
  'encodeURIComponent("\\u20ac".repeat(1e6))',
  `\`\${"x".repeat(1e6)}\${"x".repeat(1e6)}\``,
  '"x".repeat(1e6).concat("x".repeat(1e6), "x".repeat(1e6))',
]

function outcome(source: string, files: Record<string, string> = {}): string {
  try {
    return print(pageOf(source, files).children)
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    return ''
  }
}

/** Of a page that is shown as text, because it went on for too long. */
function ended(source: string, files?: Record<string, string>): string {
  const { children, diagnostics } = pageOf(source, files)
  expect(diagnostics.map(({ code }) => code)).toContain('page_not_parsed')
  return print(children)
}

function expectUntouched(rendered: string) {
  expect(globalThis.canary).toBe('untouched')
  expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  expect(rendered).not.toMatch(/native code|\[object|root:|function/)
}

describe('an expression that reaches for the host finds nothing', () => {
  test.each(escapes)('%s', (payload) => {
    expectUntouched(outcome(jsx(payload)))
    expectUntouched(outcome(component(`<p>{${payload}}</p>`)))
    expectUntouched(outcome(`<Card title={${payload}} {...${payload}} />`))
    expectUntouched(outcome(`export const v = ${payload}\n\n{v}`))
  })
})

describe('a page that grows without end is ended by its limits', () => {
  test.each(bombs)(
    '%s',
    (payload) => {
      const started = performance.now()
      expect(outcome(jsx(payload)).length).toBeLessThan(2_000_000)
      expect(performance.now() - started).toBeLessThan(10_000)
    },
    20_000,
  )

  test('snippets that draw snippets twice each', () => {
    const files: Record<string, string> = {}
    for (let level = 0; level < 40; level += 1) {
      files[`s${level}.mdx`] = `import N from "/s${level + 1}.mdx"\n\n<N />\n\n<N />`
    }
    files['s40.mdx'] = 'end'
    expect(ended('import N from "/s0.mdx"\n\n<N />', files)).toBe('<p><N /></p>')
  }, 20_000)

  test('components that draw themselves', () => {
    expect(ended('export const A = () => <A />\n\n<A />')).toBe('<p><A /></p>')
    expect(ended('export const A = () => <div><A /><A /></div>\n\n<A />')).toBe('<p><A /></p>')
  })

  test('front matter that repeats itself', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi']) {
      lines.push(
        `${to}: &${to} [*${from}, *${from}, *${from}, *${from}, *${from}, *${from}, *${from}, *${from}, *${from}]`,
      )
    }
    expect(() => pageOf(`---\n${lines.join('\n')}\n---\n`)).toThrow(PageError)
    expect(() => pageOf(`---\na: ${'['.repeat(15_000)}\n---\n`)).toThrow(PageError)
    expect(() => pageOf(`---\na: ${'x'.repeat(300_000)}\n---\n`)).toThrow(PageError)
  })

  test('front matter never reaches a prototype', () => {
    const { frontMatter } = pageOf(
      '---\n__proto__: { polluted: 1 }\na: { constructor: 1, b: 2 }\nconstructor: x\n---\n',
    )
    expect(frontMatter).toEqual({ a: { b: 2 } })
    expect((frontMatter as { polluted?: unknown }).polluted).toBe(undefined)
  })
})

/** Markup that must not come through: in a tag, in JSX, and through an author's component. */
const markup = [
  '<script>globalThis.canary = 1</script>',
  '<script src="https://evil.example/x.js" />',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<p toString="x" valueOf="y" hasOwnProperty="z">x</p>',
  '<style>{`body { background: url(https://evil.example) }`}</style>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;" />',
  '<iframe src="javascript:alert(1)" />',
  '<iframe src="data:text/html,<script>alert(1)</script>" />',
  '<object data="javascript:alert(1)" />',
  '<embed src="javascript:alert(1)" />',
  '<link rel="stylesheet" href="https://evil.example/x.css" />',
  '<meta http-equiv="refresh" content="0;url=https://evil.example" />',
  '<base href="https://evil.example/" />',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="&#x6a;avascript:alert(1)">x</a>',
  '<a href={"java" + "script:alert(1)"}>x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="blob:https://x/y">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a xlinkHref="javascript:alert(1)">x</a>',
  '<img src="x" onerror="alert(1)" />',
  '<img src="x" onError={() => alert(1)} />',
  '<img src="x" ONERROR="alert(1)" />',
  '<img src="javascript:alert(1)" />',
  '<img src="data:text/html,x" />',
  '<img srcset="javascript:alert(1) 1x, javascript:alert(2) 2x" />',
  '<div onclick="alert(1)" onMouseOver={alert} on-click="x">x</div>',
  '<div {...{ onClick: 1, dangerouslySetInnerHTML: { __html: "<script>" } }} />',
  '<div dangerouslySetInnerHTML={{ __html: "<img src=x onerror=alert(1)>" }} />',
  '<div innerHTML="<script>" />',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<Card style={{ backgroundImage: "url(https://evil.example)" }}>x</Card>',
  '<Card style={{ background: "u\\\\72l(https://evil.example)" }}>x</Card>',
  '<div style={{ background: "u\\\\72l(javascript:alert(1))" }}>x</div>',
  '<div style={{ width: "expression(alert(1))" }}>x</div>',
  '<div style={{ color: "red;background:url(//evil.example)" }}>x</div>',
  '<div style={{ "color:red;background": "url(x)" }}>x</div>',
  '<div style={{ behavior: "url(x.htc)" }}>x</div>',
  '<svg onload="alert(1)"><script>alert(1)</script></svg>',
  '<svg><animate attributeName="href" values="javascript:alert(1)" /></svg>',
  '<svg><set attributeName="onload" to="alert(1)" /></svg>',
  '<svg><foreignObject><iframe src="javascript:alert(1)" /></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml,<svg onload=alert(1)>" /></svg>',
  '<svg><use xlinkHref="https://evil.example/x.svg#a" /></svg>',
  '<svg><image href="https://evil.example/x.png" /></svg>',
  '<svg><rect fill="url(https://evil.example/#a)" /></svg>',
  '<svg><a href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><mglyph><style>x</style></mglyph></mtext></math>',
  '<textarea><b title="</textarea><img src=x onerror=alert(1)>" /></textarea>',
  '<title><b title="</title><script>alert(1)</script>" /></title>',
  '<noscript><b title="</noscript><script>alert(1)</script>" /></noscript>',
  '<template><script>alert(1)</script></template>',
  '<video poster="javascript:alert(1)" src="javascript:alert(1)" />',
  '<input type="image" src="javascript:alert(1)" formaction="javascript:alert(1)" autofocus onfocus="alert(1)" />',
  '<button type="submit" formaction="javascript:alert(1)">x</button>',
  '<Card href="javascript:alert(1)" />',
  '<Card img="javascript:alert(1)" imageSrc="vbscript:x" ctaUrl="data:text/html,x" />',
  '<Card cta={{ href: "javascript:alert(1)", items: [{ url: "javascript:alert(2)" }] }} />',
  '<Card onClick={() => alert(1)} onclick="alert(1)" />',
  '<Card icon={{ kind: "element", name: "script", props: {}, children: [{ kind: "text", value: "alert(1)" }] }} />',
  '<Card list={[{ kind: "fragment", children: [{ kind: "element", name: "script", props: {}, children: [] }] }]} />',
  '<Card icon={<script>alert(1)</script>} />',
  '<Card icon={<a href="javascript:alert(1)">x</a>} />',
  '<Card {...{ ["__proto__"]: { polluted: 1 }, constructor: 1 }} />',
  '<CodeBlock code="x" onClick="alert(1)" />',
  '[x](javascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x][r]\n\n[r]: javascript:alert(1)',
  '![x](javascript:alert(1))',
  '![x](data:text/html,x)',
]

describe('markup that could run is not in the tree', () => {
  test.each(markup)('%s', (payload) => {
    const asComponent = `export const A = () => (<>${payload}</>)\n\n<A />`
    for (const source of [payload, `<Card>${payload}</Card>`, asComponent]) {
      for (const file of ['page.mdx', 'page.md']) {
        try {
          pageOf(source, {}, { file }).children.forEach(expectSafe)
        } catch (error) {
          if (!(error instanceof PageError)) throw error
        }
      }
    }
    expect(globalThis.canary).toBe('untouched')
  })
})

const runnable = new Set(
  'script style object embed link meta base form template noscript math animate set foreignObject image'.split(' '),
)

function expectSafe(node: TreeNode) {
  if (node.kind === 'text') return
  expect(runnable.has(node.name.toLowerCase()) || runnable.has(node.name)).toBe(false)
  if (['textarea', 'title'].includes(node.name)) expect(node.children.every(({ kind }) => kind === 'text')).toBe(true)
  for (const [name, value] of Object.entries(node.props)) {
    expect(name).not.toMatch(/^on[a-z]|html$|^srcdoc$|^formaction$|^__proto__$|[^\w:.-]/i)
    expectSafeValue(value)
  }
  node.children.forEach(expectSafe)
}

function expectSafeValue(value: PropValue) {
  if (typeof value === 'string')
    expect(value).not.toMatch(/^\W*(?:j\s*a\s*v\s*a\s*script|vbscript|blob|file):|^data:text|url\((?!#)|expression/i)
  if (typeof value !== 'object' || value === null) return
  if ('kind' in value && value.kind === 'element') return expectSafe(value as TreeNode)
  Object.values(value).forEach(expectSafeValue)
}
