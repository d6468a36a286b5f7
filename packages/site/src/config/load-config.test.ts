import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../testing/site-folder.ts'
import { ConfigurationError } from '../model/advice.ts'
import { loadConfig } from './load-config.ts'

async function load(files: Record<string, string | object>) {
  await using folder = await makeFolder(files)
  return await loadConfig(folder.root)
}

async function refusal(files: Record<string, string | object>): Promise<ConfigurationError> {
  const error = await load(files).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConfigurationError)
  return error as ConfigurationError
}

test('a folder without docs.json is refused with what to do next', async () => {
  const { advice } = await refusal({ 'readme.txt': '' })
  expect(advice[0]).toMatchObject({ file: 'docs.json', message: 'There is no docs.json in this folder.' })
})

test('broken JSON is refused with its line', async () => {
  const error = await refusal({ 'docs.json': '{\n  "name": "x",\n  "navigation": {]\n}' })
  expect(error.message).toMatch(/docs\.json: This is not JSON: .*line 3/)
})

test('a file that nests without end is refused in a sentence', async () => {
  const deep = `${'{"groups":['.repeat(3000)}${']}'.repeat(3000)}`
  const { advice } = await refusal({ 'docs.json': `{"navigation":${deep}}` })
  expect(advice[0]?.message).toBe('It nests more than 100 levels deep.')
})

test('a site without navigation is refused', async () => {
  const { advice } = await refusal({ 'docs.json': { name: 'x' } })
  expect(advice[0]?.message).toBe('There is no navigation.')
})

test('settings are read, and one that is wrong is advised about and treated as absent', async () => {
  const { config, advice } = await load({
    'docs.json': {
      name: 'Atlas',
      colors: { primary: 'red; } body { display: none', dark: '#123456' },
      logo: '/logo.svg',
      favicon: { light: '/a.ico' },
      appearance: { default: 'midnight', strict: 'yes' },
      navbar: { links: [{ label: 'Blog', href: 'https://example.com' }, { label: 'Nowhere' }] },
      variables: { version: '2.0', port: 8080 },
      navigation: { pages: [] },
    },
  })
  expect(config).toMatchObject({
    name: 'Atlas',
    colors: { primary: '#16a34a', dark: '#123456' },
    logo: { light: '/logo.svg', dark: '/logo.svg' },
    favicon: { light: '/a.ico', dark: '/a.ico' },
    appearance: { default: 'system', strict: false },
    navbar: { links: [{ label: 'Blog', href: 'https://example.com' }] },
    variables: { version: '2.0', port: '8080' },
  })
  expect(advice.map(({ path }) => path)).toEqual([
    'colors.primary',
    'appearance.default',
    'appearance.strict',
    'navbar.links[1]',
  ])
})

test('files named by $ref stand in their place, and advice names the file it is about', async () => {
  const { navigation, config, advice } = await load({
    'docs.json': { navigation: { tabs: [{ $ref: './nav/guides.json' }] }, redirects: { $ref: 'redirects.json' } },
    'nav/guides.json': { tab: 'Guides', groups: { $ref: './groups.json' } },
    'nav/groups.json': [{ group: 'Start', pages: ['a'] }],
    'redirects.json': [{ source: '/x', destination: '/y' }, { source: '/z' }],
  })
  expect(navigation.at('tabs').list()[0]?.at('groups').list()[0]?.at('group').text()).toBe('Start')
  expect(config.redirects).toEqual([{ source: '/x', destination: '/y', permanent: true }])
  expect(advice[0]).toMatchObject({ file: 'redirects.json', path: '[1]' })
})

test('a $ref never leaves the docs folder, and a circle ends', async () => {
  const { advice } = await load({
    'docs.json': { navigation: { tabs: [{ $ref: '../outside.json' }, { $ref: 'loop.json' }] } },
    'loop.json': { tab: 'Loop', groups: [{ $ref: 'loop.json' }] },
  })
  const messages = advice.map(({ message }) => message)
  expect(messages).toContain('It points outside the docs folder.')
  expect(messages).toContain('The files refer to each other without end.')
})

test('files that refer to each other many times over are read a bounded number of times', async () => {
  const many = (file: string) => Array.from({ length: 10 }, () => ({ $ref: file }))
  const files = Array.from({ length: 10 }, (_, at) => [`${at}.json`, { groups: many(`${at + 1}.json`) }])
  const { advice } = await load({
    'docs.json': { navigation: { groups: many('0.json') } },
    ...Object.fromEntries(files),
  })
  expect(advice.map(({ message }) => message)).toContain('There are more than 2000 references.')
})

test('a link in the docs folder that leads out of it leads to no file', async () => {
  await using outside = await makeFolder({ 'secret.json': { name: 'a secret' } })
  await using folder = await makeFolder({ 'docs.json': { $ref: './linked.json', navigation: { pages: ['a'] } } })
  await symlink(join(outside.root, 'secret.json'), join(folder.root, 'linked.json'))
  const { config, advice } = await loadConfig(folder.root)
  expect(config.name).toBe('Documentation')
  expect(advice[0]?.message).toBe('There is no such file.')
})

test('the older mint.json is read as if it were docs.json', async () => {
  const { config, navigation } = await load({
    'mint.json': {
      name: 'Old',
      colors: { primary: '#0d9373' },
      topbarLinks: [{ name: 'Support', url: 'mailto:a@b.c' }],
      footerSocials: { x: 'https://x.com/a' },
      tabs: [{ name: 'API', url: 'api' }],
      anchors: [{ name: 'Community', url: 'https://example.com' }],
      navigation: [
        { group: 'Start', pages: ['intro'] },
        { group: 'Endpoints', pages: ['api/list'] },
      ],
    },
  })
  expect(config.navbar.links).toEqual([{ label: 'Support', href: 'mailto:a@b.c' }])
  expect(config.footer.socials).toEqual([{ name: 'x', href: 'https://x.com/a' }])
  const tabs = navigation.at('tabs').list()
  expect(tabs.map((tab) => [tab.at('tab').text(), tab.at('groups').list().length])).toEqual([
    ['Documentation', 1],
    ['API', 1],
  ])
})
