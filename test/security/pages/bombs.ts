const times = (count: number, text: string) => text.repeat(count)
const nested = (count: number, open: string, close: string) => `${times(count, open)}x${times(count, close)}`

/** Pages that a parser, an interpreter or a highlighter could work at for ever, or that fill its memory. */
export const bombs: Record<string, string> = {
  'brackets in braces': `{${nested(3200, '[', ']')}}`,
  'more brackets in braces': `{${nested(60_000, '(', ')')}}`,
  'objects in braces': `{${nested(5000, '{a:', '}')}}`,
  'tags never closed in braces': `{${times(26, '<a>')}}`,
  'many tags never closed in braces': `{${times(4000, '<a b={')}}`,
  'tags on one line': nested(10_000, '<div>', '</div>'),
  'tags never closed': times(50_000, '<div>'),
  'quotations in quotations': `${times(20_000, '> ')}x`,
  'lists in lists': Array.from({ length: 3000 }, (_, depth) => `${times(depth, '  ')}- x`).join('\n'),
  'brackets of links': nested(50_000, '[', '](x)'),
  'brackets of images': nested(20_000, '![', ']'),
  'stars of emphasis': `${times(60_000, '*a ')}${times(60_000, ' b*')}`,
  'alternating emphasis': times(40_000, '*_**__'),
  'backticks of growing length': Array.from({ length: 1500 }, (_, length) => `${times(length + 1, '`')}x`).join(' '),
  entities: times(200_000, '&amp;&#x41;&nosuch;'),
  'a wide table': `|${times(3000, 'a|')}\n|${times(3000, '-|')}\n${times(200, `|${times(3000, 'b|')}\n`)}`,
  'a table that fits its limit': `|${times(700, 'a|')}\n|${times(700, '-|')}\n${times(200, `|${times(700, 'b|')}\n`)}`,
  'paragraphs of a letter': times(1_000_000, 'x\n\n'),
  'items of a letter': times(70_000, '- x\n'),
  'emphasis of a letter': times(70_000, '*a* '),
  'comments never closed': times(3400, '](x){/*'),
  'a long line': times(3_900_000, 'x '),
  'a page past every limit': times(6_000_000, 'word '),
  definitions: Array.from({ length: 50_000 }, (_, at) => `[d${at}]: /x`).join('\n'),
  footnotes: Array.from({ length: 20_000 }, (_, at) => `x[^${at}]\n\n[^${at}]: [^${at}]`).join('\n\n'),
  'a component that draws itself': 'export const A = () => <A />\n\n<A />',
  'components that draw each other': 'export const A = () => <B />\nexport const B = () => <A />\n\n<A />',
  'a component that doubles itself':
    'export const A = ({ n }) => n > 60 ? <b>x</b> : <><A n={n + 1} /><A n={n + 1} /></>\n\n<A n={0} />',
  'a function that calls itself': 'export const f = (n) => f(n + 1)\n\n{f(0)}',
  'a value made from itself': 'export const x = [x, x]\n\n{x}',
  'an endless loop': 'export const f = () => { while (true) {} }\n\n{f()}',
  'an endless loop of a component': 'export function A() { for (;;) {} return <b>x</b> }\n\n<A />',
  'maps in maps': `{${times(9, '[1,2,3,4,5,6,7,8,9,10].map((a) => ')}<b>x</b>${times(9, ')')}}`,
  'a string of a gigabyte': '{"x".repeat(1e9)}',
  'strings that double': `export const a0 = "xxxxxxxx"\n${Array.from({ length: 40 }, (_, at) => `export const a${at + 1} = a${at} + a${at}`).join('\n')}\n\n{a40}`,
  padding: '{"x".padStart(2e9, "y")} {"x".padEnd(1e15)}',
  'an array of a string': '{"x".repeat(900000).split("").map((x) => x.repeat(900000)).join("")}',
  'replacement that grows': '{"xxxxxxxxxx".replaceAll("x", "x".repeat(90000)).replaceAll("x", "x".repeat(90000))}',
  'arrays that double': `export const a0 = [1, 2]\n${Array.from({ length: 40 }, (_, at) => `export const a${at + 1} = [...a${at}, ...a${at}]`).join('\n')}\n\n{a40}`,
  'a shared tree drawn often': `export const a0 = <b>x</b>\n${Array.from({ length: 40 }, (_, at) => `export const a${at + 1} = <i>{a${at}}{a${at}}</i>`).join('\n')}\n\n{a40}`,
  'props that grow': `export const a0 = { x: "x" }\n${Array.from({ length: 30 }, (_, at) => `export const a${at + 1} = { a: a${at}, b: a${at} }`).join('\n')}\n\n<Card title={JSON.stringify(a30)} x={a30} />`,
  'a sum of many parts': `{${times(200_000, '1+')}1}`,
  'a chain of members': `{x${times(100_000, '.x')}}`,
  signs: `{${times(7900, '!')}1}`,
  'a long template': `{\`${times(20_000, `\${"x"}`)}\`}`,
  'YAML aliases': `---\na: &a [x, x, x, x, x, x, x, x, x]\n${'abcdefgh'
    .split('')
    .map((name, at, all) => (at === 0 ? '' : `${name}: &${name} [${times(9, `*${all[at - 1]}, `)}x]\n`))
    .join('')}title: *h\n---\n\nx`,
  'deep YAML': `---\ntitle: ${nested(6000, '[', ']')}\n---\n\nx`,
  'deep YAML maps': `---\n${Array.from({ length: 130 }, (_, depth) => `${times(depth, ' ')}a:`).join('\n')}\n---\n\nx`,
  'front matter that never ends': `---\ntitle: "${times(500_000, 'x')}`,
  'macros of TeX': '$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\d\\d}\\def\\d{\\e\\e}\\def\\e{\\a\\a}\\a$',
  'deep TeX': `$${nested(4000, '\\frac{', '}{y}')}$`,
  'a fence for every line': times(20_000, '```js\nx\n```\n\n'),
  'a fence that never closes': `\`\`\`js\n${times(400_000, 'x ')}`,
  'a long line of code': `\`\`\`js\n${times(300_000, 'a[(')}\n\`\`\``,
  'code that makes patterns backtrack': `\`\`\`markdown\n${times(20_000, '*_[a](')}\n\`\`\`\n\n\`\`\`cpp\n${times(20_000, 'a<b<')}\n\`\`\`\n\n\`\`\`ts\n${times(20_000, 'a=<T,(')}\n\`\`\``,
  'numbers of lines': '```js {1-999999999} highlight={1-999999999}\nx\n```',
  'a snippet that imports itself': 'import Loop from "/snippets/loop.mdx"\n\n<Loop />',
  'snippets that double': 'import S from "/snippets/double-0.mdx"\n\n<S />',
  'variables of variables': times(30_000, '{{again}}'),
}

/** Snippets that two of the bombs need. */
export const bombSnippets: Record<string, string> = {
  'loop.mdx': 'import Loop from "/snippets/loop.mdx"\n\n<Loop />\n\n<Loop />',
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `double-${at}.mdx`,
      at === 29 ? 'x' : `import S from "/snippets/double-${at + 1}.mdx"\n\n<S />\n\n<S />`,
    ]),
  ),
}

/** Configurations that never end, each a site of its own: `docs.json`, and files beside it. */
export const configurationBombs: Record<string, Record<string, unknown>> = {
  'a file that refers to itself': { 'docs.json': { navigation: { $ref: './docs.json' } } },
  'a file that refers to itself twenty times': {
    'docs.json': { navigation: { $ref: './more.json' } },
    'more.json': { groups: Array.from({ length: 20 }, () => ({ $ref: './more.json' })) },
  },
  'groups in groups': { 'docs.json': `{"navigation":{"groups":[${nestedGroups(3000)}]}}` },
  'redirects in a circle': {
    'docs.json': {
      navigation: { pages: ['index'] },
      redirects: [
        { source: '/a', destination: '/b' },
        { source: '/b', destination: '/a' },
        { source: '/:x*', destination: '/:x*/:x*' },
      ],
    },
  },
  'patterns that backtrack': {
    'docs.json': {
      navigation: { pages: ['index'] },
      redirects: [{ source: `/${times(40, ':a*')}z`, destination: '/index' }],
    },
  },
}

function nestedGroups(depth: number): string {
  return `${times(depth, '{"group":"x","pages":[')}"index"${times(depth, ']}')}`
}
