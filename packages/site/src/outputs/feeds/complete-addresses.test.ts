import { expect, test } from 'vitest'
import { completeAddresses } from './complete-addresses.ts'

const base = 'https://docs.example.com/sub/news/changelog.html'

test('every address is whole, whether it names a page, a file or a place on the page', () => {
  const html = '<p><a href="../guide.html?a=1&amp;b=2#x">a</a> <a href="#june">b</a> <img src="../i/a.png" alt="">'
  expect(completeAddresses(html, base)).toBe(
    '<p><a href="https://docs.example.com/sub/guide.html?a=1&amp;b=2#x">a</a> ' +
      '<a href="https://docs.example.com/sub/news/changelog.html#june">b</a> ' +
      '<img src="https://docs.example.com/sub/i/a.png" alt="">',
  )
})

test('what only a page can use is left out', () => {
  const html =
    '<h2 id="a"><a class="anchor" href="#a" aria-label="Link"></a>A</h2><svg><path d="M0"/></svg><span class="k"></span><button type="button">Copy</button>'
  expect(completeAddresses(html, base)).toBe('<h2 id="a">A</h2>')
})

test('words that look like an attribute stay words', () => {
  expect(completeAddresses('<p>Write href="../a" here</p>', base)).toBe('<p>Write href="../a" here</p>')
})
