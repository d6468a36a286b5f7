import type { SiteFiles } from '../export-sites.ts'
import { Canaries } from './canaries.ts'
import type { PrivateSite } from './list-sites.ts'

/** What makes a page no valid MDX. */
const spoilers = {
  'a stray end of a comment': '{/* a */ b */}',
  'a tag that is never closed': '<Card>',
  'a closing tag': '</Card>',
  'wrong nesting': '<Card>\n\n<Tip>\n\nx\n\n</Card>\n\n</Tip>',
  'an open brace': 'an { open brace',
  'an expression': '{1 +}',
  'an attribute': '<Card title=foo>x</Card>',
  'a comparison': 'a <5',
  'a bad import': "import {a from '/b.mdx'",
  'a bad export': 'export const b = ;',
  'too many tags': `${'<div>'.repeat(400)}x${'</div>'.repeat(400)}`,
  'a component without an end': 'export const Endless = () => <Endless />\n\n<Endless />',
}

/** What an author hides on a page, around a word. */
const hidden: Record<string, (word: string) => string> = {
  comment: (word) => `{/* ${word} */}`,
  'comment of many lines': (word) => `{/* a\n\n\`\`\`\n${word}\n\n*/}`,
  'comment that is indented': (word) => `<Note>\n\n      {/* ${word} */}\n\n</Note>`,
  'comment in a comment': (word) => `{/* a {/* b */} ${word} */}`,
  'comment beside a value': (word) => `{1 /* ${word} */}`,
  'comment in an attribute': (word) => `<Card title={/* ${word} */ "x"}>y</Card>`,
  'comment in a bad expression': (word) => `{a( /* ${word} */ }`,
  'comment of HTML': (word) => `<!-- ${word} -->`,
  'comment after code': (word) => `- \`\`\`\n  code\n\n{/* ${word} */}`,
  export: (word) => `export const key = "${word}"`,
  'export with an empty line': (word) => `export const keys = {\n\n  a: "${word}",\n\n}`,
  'export of a text': (word) => `export const text = \`\n\n# ${word}\n\n\``,
  'export that is wrong': (word) => `export const wrong = { a: "${word}" b }`,
  // These hide all that comes after them.
  'comment without an end': (word) => `{/* ${word}\n\n${word}`,
  'comment of HTML without an end': (word) => `<!-- ${word}\n\n${word}`,
  'export without an end': (word) => `export const open = { a: 1,\n\n  b: "${word}"\n`,
}

/** Heads that cannot be read, so that who may read the page is not known. */
const heads: Record<string, (word: string) => string> = {
  'a quote': (word) => `---\ntitle: "${word}\n---\n`,
  'a key twice': (word) => `---\ntitle: ${word}\ntitle: ${word}\n---\n`,
  'an unknown alias': (word) => `---\ntitle: *${word}\n---\n`,
  'another notation': (word) => `---${word}\ntitle = "${word}"\n---\n`,
  'a list': (word) => `---\n- ${word}\n---\n`,
  'too much': (word) => `---\ntitle: ${word}\nx: ${'x'.repeat(20_000)}\n---\n`,
  'a tab': (word) => `---\ntitle:\n\t- ${word}\n---\n`,
}

/** A site of bad pages: what they hide stays hidden, and those that may be private are not there. */
export function makeBadSite(): PrivateSite {
  const canaries = new Canaries()
  const files: SiteFiles = {
    'open.mdx': '---\ntitle: Open\n---\nOpen.',
    ...spoilPages(canaries),
    ...lockPages(canaries),
  }
  const pages = Object.keys(files).map((file) => file.replace('.mdx', ''))
  return {
    name: 'bad pages',
    files: { ...files, 'docs.json': JSON.stringify({ name: 'Site', navigation: { pages } }) },
    canaries,
  }
}

function spoilPages(canaries: Canaries): SiteFiles {
  const pages = Object.entries(spoilers).flatMap(([how, spoiler], at) =>
    Object.entries(hidden).map(([what, hide], of) => {
      const secret = hide(canaries.make(what, `a page with ${how}`))
      // By turns: each way of hiding stands before some of them and after others.
      const parts = (at + of) % 2 === 0 ? [secret, spoiler] : [spoiler, secret]
      return [`bad/${at}-${of}.mdx`, `---\ntitle: Bad\n---\n\nShown.\n\n${parts.join('\n\n')}\n`]
    }),
  )
  return Object.fromEntries(pages)
}

function lockPages(canaries: Canaries): SiteFiles {
  const pages = Object.entries(heads).map(([how, write]) => {
    const path = `locked/${canaries.make('path', how)}`
    const head = write(canaries.make('head', how))
    return [`${path}.mdx`, `${head}\n${canaries.make('body', how)}\n\n## ${canaries.make('heading', how)}\n`]
  })
  return Object.fromEntries(pages)
}
