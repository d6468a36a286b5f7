import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { loadIcon } from './load-icon.ts'

const require = createRequire(import.meta.url)
const sets = ['lucide', 'tabler', 'fa6-solid', 'fa6-regular', 'fa6-brands']

interface Entries {
  icons: Record<string, object>
  aliases?: Record<string, { parent: string }>
}

test.each(sets)('every entry of %s is an icon as it stands, or another name of one', (name) => {
  const path = require.resolve(`@iconify-json/${name}/icons.json`)
  const { icons, aliases = {} } = JSON.parse(readFileSync(path, 'utf8')) as Entries
  const fields = new Set(Object.values(icons).flatMap((icon) => Object.keys(icon)))
  const ofAliases = new Set(Object.values(aliases).flatMap((alias) => Object.keys(alias)))
  expect([...fields].filter((field) => !['body', 'width', 'height', 'hidden'].includes(field))).toEqual([])
  expect([...ofAliases].filter((field) => field !== 'parent' && field !== 'hidden')).toEqual([])
  expect(Object.values(aliases).filter(({ parent }) => !Object.hasOwn(icons, parent))).toEqual([])
})

test('an icon has the box of its set or its own, under each of its names', () => {
  expect(loadIcon('rocket', 'lucide')?.viewBox).toBe('0 0 24 24')
  expect(loadIcon('github', 'fontawesome', 'brands')?.viewBox).toBe('0 0 496 512')
  expect(loadIcon('alert-circle', 'lucide')?.body).toBe(loadIcon('circle-alert', 'lucide')?.body)
  expect(loadIcon('constructor', 'lucide')).toBeUndefined()
})
