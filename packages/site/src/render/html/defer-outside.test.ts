import { expect, test } from 'vitest'
import { deferOutside } from './defer-outside.ts'

test('no picture of another host is asked for before the page is shown', () => {
  const page = '<img src="https://a.example/x.png" fetchpriority="high" alt=""><img src="own.png" loading="eager">'
  expect(deferOutside(page)).toBe(
    '<img loading="lazy" src="https://a.example/x.png" alt=""><img loading="lazy" src="own.png">',
  )
  const sources = '<picture><source srcset="own.png 1x, https://a.example/x.png 2x"><img src="own.png"></picture>'
  expect(deferOutside(sources)).toContain('<img loading="lazy" src="own.png">')
  const film = '<video controls="" poster="https://a.example/x.png" src="own.mp4"></video>'
  expect(deferOutside(film)).toBe(
    '<video controls="" data-bindery-poster="https://a.example/x.png" src="own.mp4"></video>',
  )
})

test('what the site itself holds is left as it is', () => {
  const page = '<img src="own.png" fetchpriority="high"><video poster="own.png"></video><p>src="https://a.example"</p>'
  expect(deferOutside(page)).toBe(page)
})
