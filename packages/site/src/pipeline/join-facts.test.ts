import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../testing/random.ts'
import type { PageFacts } from '../model/page-facts.ts'
import { describeForSearch } from '../outputs/search/describe-for-search.ts'
import { type JoinedPage, joinAgain, joinFacts } from './join-facts.ts'

function makePage(name: string, random: Random, sections = 1 + random(6)): PageFacts {
  const words = () => Array.from({ length: 20 }, () => `w${random(90)}${['', 'é', '実験', '𐐷'][random(4)]}`).join(' ')
  const content = Array.from({ length: sections }, (_, n) => `<h2 id="s${n}">Part ${n}</h2><p>${words()}</p>`).join('')
  const title = `Page ${name}`
  const searchPlace = { scope: `scope${random(1_000) % 3}`, crumb: 'Guides', section: name, isListed: true }
  return {
    route: `/${name}`,
    output: `${name}.html`,
    title,
    search: describeForSearch(content, { title }),
    searchPlace,
  } as PageFacts
}

/** Pages that are taken over, but for some. */
function again(before: readonly PageFacts[], changed: ReadonlyMap<number, PageFacts>) {
  const pages = before.map((page, at): JoinedPage => {
    const now = changed.get(at)
    if (now) return { facts: now, isReused: false }
    const { search: _, ...facts } = page
    return { facts, isReused: true }
  })
  return joinAgain(joinFacts(before), pages, (at) => before[at]?.search)
}

test('changed pages are joined with the others as from nothing', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = createRandom(seed)
    const before = Array.from({ length: 24 }, (_, n) => makePage(`p${n}`, random))
    const changed = new Map<number, PageFacts>()
    for (let count = random(4); count >= 0; count--) {
      const at = random(before.length)
      const { searchPlace } = before[at] as PageFacts
      changed.set(at, { ...makePage(`p${at}`, random), ...(searchPlace && { searchPlace }) })
    }
    const now = before.map((page, at) => changed.get(at) ?? page)
    expect(again(before, changed)).toStrictEqual(joinFacts(now))
  }
})

test('a page that stands elsewhere in the site is found with its new way', () => {
  const before = Array.from({ length: 5 }, (_, n) => makePage(`p${n}`, createRandom(n)))
  const moves = [{ crumb: 'API' }, { section: 'Other' }, { isListed: false }]
  const now = before.map((page, at) => {
    const { searchPlace } = page
    return searchPlace ? { ...page, searchPlace: { ...searchPlace, ...moves[at] } } : page
  })
  const pages = now.map(({ search: _, ...facts }) => ({ facts, isReused: true }))
  expect(joinAgain(joinFacts(before), pages, (at) => before[at]?.search)).toStrictEqual(joinFacts(now))
})

test('what would move others, or does not fit, is joined anew', () => {
  const random = createRandom(7)
  const before = Array.from({ length: 6 }, (_, n) => makePage(`p${n}`, random, 3))
  const [first] = before as [PageFacts]
  const { search: _, ...unfound } = first
  const place = first.searchPlace as NonNullable<PageFacts['searchPlace']>
  const longer = { ...makePage('p0', random, 30), searchPlace: place }
  expect(again(before, new Map([[0, longer]]))).toBeUndefined()
  expect(again(before, new Map([[0, unfound]]))).toBeUndefined()
  expect(again(before, new Map([[0, { ...first, searchPlace: { ...place, scope: 'other' } }]]))).toBeUndefined()
  expect(again(before, new Map([[0, { ...first, output: 'other.html' }]]))).toBeUndefined()
  const changed = { facts: { ...makePage('p0', random, 3), searchPlace: place }, isReused: false }
  const others = before.slice(1).map(({ search: _, ...facts }) => ({ facts, isReused: true }))
  const another = makePage('p0', random, 3).search
  expect(joinAgain(joinFacts(before), [changed, ...others], () => another)).toBeUndefined()
})
