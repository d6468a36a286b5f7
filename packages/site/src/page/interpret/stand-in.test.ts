import { expect, test } from 'vitest'
import { pageOf, rendered } from '../../../testing/print-tree.ts'

test('a component that is not known and has a title becomes a card that loses nothing', () => {
  const source = `<ProductCard title="Models" iconSrc="icons/m.svg" href="/models" subtitle="Develop" description="More">
Text of it.
</ProductCard>`
  expect(rendered(source)).toBe(
    '<Card title="Models" href="/models" icon="icons/m.svg"><p>Develop</p><p>More</p><p>Text of it.</p></Card>',
  )
  expect(pageOf(source).diagnostics.map(({ code }) => code)).toEqual(['unknown_component'])
})

test('one that is imported from a file that is not there does the same', () => {
  expect(rendered('import { P } from "/p.jsx"\n\n<P title="Models" href="/models">\ntext\n</P>')).toContain(
    '<Card title="Models" href="/models">',
  )
})

test.each([
  ['<Link href="/x">here</Link>', '<a href="/x">here</a>'],
  ['See <Link href="/x">here</Link>.', '<p>See <a href="/x">here</a>.</p>'],
  ['See <Link to="/x" />.', '<p>See <a href="/x">/x</a>.</p>'],
  ['See <Link href="/x" title="there" />.', '<p>See <a href="/x" title="there">there</a>.</p>'],
  ['A <Term title="What it means">word</Term>.', '<p>A <Tooltip tip="What it means">word</Tooltip>.</p>'],
  ['<Picture src="/a.png" alt="A" />', '<img src="/a.png" alt="A"></img>'],
  ['<Teaser description="Words" />', 'Words'],
  ['<Odd link={{ a: 1 }} title={3}>x</Odd>', 'x'],
])('%s becomes %s', (source, expected) => expect(rendered(source)).toBe(expected))

test('an address that no link may have is refused in what stands for a component too', () => {
  const { children, diagnostics } = pageOf('<Link href="javascript:alert(1)">x</Link>')
  expect(JSON.stringify(children)).not.toContain('javascript')
  expect(diagnostics.map(({ code }) => code)).toEqual(['unknown_component', 'refused_url'])
})

const own = (body: string) => `export const P = ({ href, children }) => ${body}\n\n<P href="/x">\ntext\n</P>`

test("an author's card that leads somewhere only by a handler leads there by its title", () => {
  expect(rendered(own('<div className="c" onClick={() => go(href)}><h2>Title</h2>{children}</div>'))).toBe(
    '<div class="c linked"><h2 id="title"><a href="/x" class="card-link">Title</a></h2><p>text</p></div>',
  )
  expect(rendered(own('<div><h2>Title</h2><a href={href}>more</a></div>'))).not.toContain('card-link')
})

test('looking for a title in content that holds itself many times over ends', () => {
  const parts = Array.from({ length: 30 }, (_, index) => {
    const inner = index === 0 ? '<b>x</b>' : `<C${index - 1} href="/x" />`
    return `export const C${index} = () => { const y = ${inner}; return <div>{y}{y}</div> }`
  })
  const { diagnostics } = pageOf(`${parts.join('\n')}\n\n<C29 href="/x" />`)
  expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringMatching(/draws more than/)])
})
