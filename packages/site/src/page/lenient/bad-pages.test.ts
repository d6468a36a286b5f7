import { describe, expect, test } from 'vitest'
import { pageOf, print } from '../../../testing/print-tree.ts'
import { escapeAll, escapeEverywhere } from './escape-all.ts'

const before = 'First *words*.\n\n<Note>Noted.</Note>\n\n'
const after = '\n\n## Last\n\nLast words.\n'
const wrap = (middle: string) => `${before}${middle}${after}`
const notParsed = (source: string, files?: Record<string, string>) => {
  const { children, diagnostics } = pageOf(source, files)
  return { html: print(children), errors: diagnostics.filter(({ code }) => code === 'page_not_parsed') }
}

/** What stands in the middle of a good page, the line of the error, and what of it is shown. */
const bad: Record<string, [middle: string, line: number, shown: string]> = {
  'a stray end of a comment': ['{/* a */ b */}', 5, ''],
  'a tag that is never closed': ['<Card title="t">\n\ninside', 5, '<p><Card title="t"></p><p>inside</p>'],
  'a tag that its paragraph does not close': ['<Note>inside\n</Note>', 5, '<p><Note>inside\n</Note></p>'],
  'an element that HTML never closes': ['one<br>two', 5, '<p>one<br></br>two</p>'],
  'a closing tag without an opening one': ['inside\n\n</Card>', 7, '<p>inside</p><p></Card></p>'],
  'wrong nesting': [
    '<Card>\n\n<Note>\n\ninside\n\n</Card>\n\n</Note>',
    11,
    '<Card><p><Note></p><p>inside</p></Card><p></Note></p>',
  ],
  'a brace that is never closed': ['an { open one', 5, '<p>an { open one</p>'],
  'an expression that is none': ['a {1 +} b', 5, '<p>a {1 +} b</p>'],
  'an attribute without quotes': ['<Card title=foo>inside</Card>', 5, '<p><Card title=foo>inside</Card></p>'],
  'an attribute whose quote is never closed': [
    '<Card title="foo>inside</Card>',
    5,
    '<p><Card title="foo>inside</Card></p>',
  ],
  'a comparison': ['if a <5 then', 5, '<p>if a <5 then</p>'],
  'an address in angle brackets': ['see <https://x.org> there', 5, '>https://x.org'],
  'a comment of HTML': ['<!-- note -->', 5, ''],
  'a bad import': ['import {a from "b"', 5, ''],
  'an import without an end': ['import a from', 7, ''],
  'a bad export': ['export const a = ;', 5, ''],
  'a sentence that begins like a module': ['export your data now.', 5, '<p>export your data now.</p>'],
  'a tag in a table': ['| a | b |\n|---|---|\n| <Card> | c |', 7, '<td><Card></td><td>c</td>'],
  'a tag in a list': ['- a\n- <Card>\n- b', 6, '<li><Card></li><li>b</li>'],
  'too deep nesting': [`${'<div>'.repeat(400)}deep${'</div>'.repeat(400)}`, 5, 'deep'],
}

describe('a page that is not valid MDX is shown, with the offending part as text, and its line is known', () => {
  test.each(Object.entries(bad))('%s', (_, [middle, line, shown]) => {
    const { html, errors } = notParsed(wrap(middle))
    expect(html).toContain('First <em>words</em>.')
    expect(html).toContain('<h2 id="last">Last</h2><p>Last words.</p>')
    expect(html).toContain(shown)
    expect(html).not.toContain('\\')
    expect(errors).toMatchObject([{ at: { file: 'page.mdx', line } }])
  })

  test('what is right on it still works', () => {
    const page = wrap('a <5\n\n<Card title="t">**b** {1 + 1}</Card>\n\n```jsx\n<A>{/* shown */}</A> {\n```')
    expect(notParsed(page).html).toContain('<Note>Noted.</Note>')
    expect(notParsed(page).html).toContain('<Card title="t"><strong>b</strong> 2</Card>')
    expect(notParsed(page).html).toContain('code="<A>{/* shown */}</A> {"')
  })

  test('a bad snippet is named by its own file, and pages show as much of it', () => {
    const { html, errors } = notParsed('import S from "/s.mdx"\n\n<S />\n\nafter', { 's.mdx': 'a <5 b\n\nc' })
    expect(html).toBe('<p>a <5 b</p><p>c</p><p>after</p>')
    expect(errors).toMatchObject([{ at: { file: 's.mdx', line: 1, column: 3 } }])
  })

  test('one that outgrows its limits is shown as text', () => {
    const { html, errors } = notParsed('Words.\n\nexport const A = () => <div><A /><A /></div>\n\n<A />')
    expect(html).toBe('<p>Words.</p><p><A /></p>')
    expect(errors).toHaveLength(1)
  })
})

const spoilers = {
  'a tag': '<Card>',
  'a closing tag': '</Card>',
  'a brace': 'an { open brace',
  'an expression': '{1 +}',
  'an attribute': '<Card title=foo>x</Card>',
  'a comparison': 'a <5',
  'too many tags': `${'<div>'.repeat(400)}x${'</div>'.repeat(400)}`,
  'a bad export': 'export const b = ;',
  'a component without an end': 'export const E = () => <E />\n\n<E />',
}
const hidden: Record<string, string> = {
  comment: '{/* SECRET */}',
  'comment of two lines': '{/* SECRET\n\nSECRET */}',
  'comment with spaces': '{  /* SECRET */  }',
  'comment without white space': '{/*SECRET*/}',
  'comment that is indented': '<Note>\n\n      {/* SECRET */}\n\n</Note>',
  'comment behind a list with code': '- ```\n  code\n\n{/* SECRET */}',
  'comment in a sentence': 'a `b {/* SECRET */} c',
  'comment in a comment': '{/* a {/* b */} SECRET */}',
  'comment that is closed twice': '{/* a */ SECRET */}',
  'comment beside a value': '<Note>{/* SECRET */ 1}</Note>',
  'comment after a value': '<Note>{1 /* SECRET */}</Note>',
  'comment in an attribute': '<Card title={/* SECRET */ "x"}>y</Card>',
  'comment in a bad attribute': '<Card title={/* SECRET */ "x"} b=>y</Card>',
  'comment in a tag': '<Card /* SECRET */ title="x">y</Card>',
  'comment to the end of its line': '{// SECRET\n}',
  'comment in a bad expression': '{a( /* SECRET */ }',
  'comment to the end of a line in a bad expression': '{a( // SECRET\n }',
  'comment without an end': '{/* SECRET',
  'comment without an end and with code': '{/* SECRET\n\n```\nSECRET\n```\n\nSECRET',
  'comment of HTML': '<!-- SECRET -->',
  'comment of HTML without an end': '<!-- SECRET\n\nSECRET',
  'comment of HTML in a sentence': 'a <!-- SECRET --> b',
  export: 'export const key = "SECRET"',
  'export with an empty line': 'export const key = {\n\n  a: "SECRET",\n\n  b: "SECRET"\n}',
  'export of a text': 'export const key = `\n\n# SECRET\n\n`',
  'export that is wrong': 'export const key = { a: "SECRET" b }',
  'export without an end': 'export const key = { a: 1,\n\n  b: "SECRET"\n\n',
  'export of a text without an end': 'export const key = `\n\n# SECRET\n\n',
  'export with a comment': 'export const key = 1 // SECRET',
  'export of a component': 'export const Key = () => (\n  <div>\n\n    SECRET\n\n  </div>\n)',
}

describe('what an author hides stays hidden, wherever the page is spoiled', () => {
  test.each(Object.entries(hidden))('%s', (_, secret) => {
    for (const [how, spoiler] of Object.entries(spoilers)) {
      for (const source of [`${secret}\n\n${spoiler}\n`, `${spoiler}\n\n${secret}\n`, `${secret}\n\n${spoiler}\n\n{`]) {
        const { children, diagnostics } = pageOf(source)
        expect(print(children), `${how}: ${source}`).not.toContain('SECRET')
        expect(JSON.stringify(diagnostics), how).not.toContain('SECRET')
        expect(diagnostics.map(({ code }) => code)).toContain('page_not_parsed')
      }
      const plain = pageOf(escapeAll(`${spoiler}\n\n${secret}\n`))
      expect(print(plain.children), how).not.toContain('SECRET')
      expect(print(pageOf(escapeEverywhere(`${spoiler}\n\n${secret}\n`)).children), how).not.toContain('SECRET')
    }
  })
})
