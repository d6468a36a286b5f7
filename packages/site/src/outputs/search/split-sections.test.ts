import { expect, test } from 'vitest'
import { splitSections } from './split-sections.ts'

test('text is divided at headings, without what is only drawn', () => {
  const html =
    '<p>One <b>two</b>,<br/>three &amp; four</p><svg><title>icon</title></svg><h2 id="a-b"><a href="#a" title="x>y">A</a> <code>b</code><button class="copy">Copy</button></h2><ul><li>x</li><li>y</li></ul>'
  expect(splitSections(html)).toEqual([
    { id: '', heading: '', text: 'One two, three & four' },
    { id: 'a-b', heading: 'A b', text: 'x y' },
  ])
})

test('the colors of code do not divide its words', () => {
  expect(
    splitSections('<pre><code><span class="k">def</span> <span class="f">run</span>()</code></pre>')[0]?.text,
  ).toBe('def run()')
})

test('a note on a word is not part of the word', () => {
  expect(
    splitSections('<p>A <span class="t"><button class="term">draught</button><span>Draught</span></span> of two</p>')[0]
      ?.text,
  ).toBe('A draught Draught of two')
})

test('a picture that ends itself hides nothing', () => {
  expect(splitSections('<p>a</p><svg/><p>b</p>')[0]?.text).toBe('a b')
})

test('words on two lines are two words', () => {
  expect(splitSections('<p>volume<br>users and <b>half</b>way</p>')[0]?.text).toBe('volume users and halfway')
})
