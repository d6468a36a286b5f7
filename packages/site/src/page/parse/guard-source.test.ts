import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { guardSource } from './guard-source.ts'

const many = (text: string, times: number) => text.repeat(times)

/** Each of these ended the process by a segmentation fault, or took from seconds to for ever, in the parser alone. */
const deadly: Record<string, string> = {
  'brackets in braces': `{${many('[', 20_000)}${many(']', 20_000)}}`,
  'brackets in an attribute': `<a b={${many('[', 20_000)}${many(']', 20_000)}} />`,
  'brackets in an export': `export const a = ${many('[', 20_000)}${many(']', 20_000)}`,
  'parentheses in braces': `{${many('(', 20_000)}1${many(')', 20_000)}}`,
  'objects in braces': `{${many('({a:', 6_000)}1${many('})', 6_000)}}`,
  'templates in braces': `{${many('`${', 6_000)}1${many('}`', 6_000)}}`,
  'functions in an export': `export const f = ${many('()=>{return ', 12_000)}1${many('}', 12_000)}`,
  'negations in braces': `{${many('!', 60_000)}1}`,
  'conditions in braces': `{${many('1?1:', 60_000)}1}`,
  'arrows in braces': `{${many('a=>', 60_000)}1}`,
  'tags in braces': `{${many('<a>', 60_000)}${many('</a>', 60_000)}}`,
  'tags that never close in braces': `{${many('<A>', 26)}}`,
  'tags that never close in an attribute': `<X b={${many('<A>', 26)}} />`,
  'fragments that never close': `{${many('<>', 30)}}`,
  'braces in tags in braces': `{${many('<a>{', 100)}1${many('}</a>', 100)}}`,
  'tags that never close in nested braces': many('{<A>', 26) + many('}', 26),
  'type arguments': `{${many('f<A>(', 40)}1${many(')', 40)}}`,
  'type arguments in a row': `{${many('a<b>', 40)}}`,
  'tags inside one another on a line': `${many('<a>', 60_000)}x${many('</a>', 60_000)}`,
  'tags one after the other': many('<A>x</A>\n\n', 60_000),
  'quotes in quotes': many('>', 1_000_000),
  'quotes in quotes with spaces': many(' > ', 300_000),
  'references in one paragraph': many('&amp;&#x41; ', 10_000),
  'braces in one paragraph': many('{{x}}', 30_000),
  'braces in code of one paragraph': `\`${many('{x}', 20_000)}\``,
  'braces in the code of many cells': `|a|\n|-|\n${many('|`{x}`|\n', 20_000)}`,
  'braces after a long text': `${many('word ', 400_000)}${many('{x}', 4_000)}`,
  'cells of tables': `|${many('a|', 3000)}\n|${many('-|', 3000)}\n${many(`|${many('b|', 3000)}\n`, 200)}`,
  'paragraphs of a letter': many('x\n\n', 1_000_000),
  'emphasis of a letter': many('*a* ', 900_000),
  'code of a letter': many('`a` ', 900_000),
  'a page of ten megabytes': many('word ', 2_000_000),
}

test.each(Object.entries(deadly))('%s are refused before the parser sees them', (_name, source) => {
  expect(() => guardSource(source, 'page.mdx')).toThrow(
    expect.objectContaining({ name: 'PageError', file: 'page.mdx' }),
  )
})

/** In a process of its own: were the guard to miss one, a crash would take the test run with it. */
test('a child that is given all of them stays alive and answers', () => {
  const script = `
    import { interpretPage } from ${JSON.stringify(new URL('../interpret/interpret-page.ts', import.meta.url).href)}
    const sources = JSON.parse(await new Response(process.stdin).text())
    const reasons = sources.map((source) => {
      try {
        const page = interpretPage({ file: 'p.mdx', source, readSnippet() {}, variables: {}, components: new Set() })
        return page.diagnostics.some(({ code }) => code === 'page_not_parsed') ? 'text' : 'drawn'
      } catch (error) { return error.name }
    })
    console.log(JSON.stringify(reasons))`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input: JSON.stringify(Object.values(deadly)),
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  })
  expect(child.signal).toBe(null)
  expect(JSON.parse(child.stdout)).toEqual(
    Object.values(deadly).map(() => expect.stringMatching(/^(?:text|PageError)$/)),
  )
})

/** Each of these made the guard itself look through the rest of the page for every mark, which took minutes. */
const long = (unit: string) => many(unit, 3_900_000 / unit.length)
test.each([
  ['backticks of growing length', Array.from({ length: 1500 }, (_, at) => `${many('`', at + 1)}x`).join(' ')],
  ['backticks', long('` ')],
  ['fences on one line', long('```x ')],
  ['a fence that never closes', `\`\`\`\n${long('x```')}`],
  ['comments that never close', long('{/*}\n\n')],
  ['quotes on one line', long(`{"'"}\u0020\n\n`)],
  ['an expression of quotes on one line', `{${long(",'")}`],
])('the guard ends within seconds at %s', (_name, source) => {
  const began = performance.now()
  try {
    guardSource(source, 'page.mdx')
  } catch (error) {
    expect(error).toHaveProperty('name', 'PageError')
  }
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('the refusal names the line and column', () => {
  const source = `one\n\ntwo {${many('<A>', 26)}}`
  expect(() => guardSource(source, 'page.mdx')).toThrow(expect.objectContaining({ line: 3, column: 84 }))
})

test.each([
  ['code in a fence', `\`\`\`ts\n${many('{<A>[(', 500)}\n\`\`\``],
  ['code in an indented fence', `- a\n\n  ~~~~\n  ${many('{<A>', 500)}\n  ~~~\n  ${many('{<A>', 500)}\n  ~~~~`],
  ['code in a line', `a \`${many('{<A>[(', 500)}\` b \`\`${many('{` ', 300)}\`\``],
  ['commented-out tags', `{/* ${many('<Card>', 50)} */}`],
  ['text in quotes', `<a title={"${many('<A>', 50)}"} />`],
  ['escaped braces', many('\\{ ', 1_000)],
  ['code full of braces', `\`\`\`json\n${many('{ "a": { "b": 1 } },\n', 20_000)}\`\`\``],
  ['a code span on each of many lines', many('a `{` b ``{ ` {`` c\n', 1_000)],
  ['braces in the code of many paragraphs', many('a `{x}` b\n\n', 20_000)],
  ['a table with braces in its code', `|a|\n|-|\n${many('|`{x}`|\n', 2_000)}`],
  ['braces on many paragraphs', many('a {x} b\r\n\r\n', 20_000)],
  ['a long list of data', `export const a = [${many('{ n: "it\'s (a) <b> {c}", m: [1, 2] },\n', 2_000)}]`],
])('%s is no reason to refuse a page', (_name, source) => {
  guardSource(source, 'page.mdx')
})
