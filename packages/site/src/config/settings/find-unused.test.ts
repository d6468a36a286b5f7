import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { planSite } from '../../plan/plan-site.ts'

async function findSettings(files: Record<string, string | object>) {
  await using folder = await makeFolder({ 'index.mdx': page('Home'), ...files })
  const { findings = [] } = await planSite(folder.root)
  return findings.map(({ code, file, line, column, message }) => `${code} ${file}:${line}:${column} ${message}`)
}

const lines = (...texts: string[]) => texts.join('\n')

test('a setting without effect is named with its line and the reason, and one with effect is not', async () => {
  const found = await findSettings({
    'docs.json': lines(
      '{',
      '  "name": "A \\" {[",',
      '  "integrations": {',
      '    "ga4": { "measurementId": "G-1" }, "posthog": {}',
      '  },',
      '  "navigation": { "pages": ["index"] },',
      '  "api": { "playground": { "display": "none" } }',
      '}',
    ),
  })
  expect(found).toEqual([
    'ignored_setting docs.json:4:5 “integrations.ga4” has no effect. Exported pages load no script of other companies.',
    'ignored_setting docs.json:4:40 “integrations.posthog” has no effect. Exported pages load no script of other companies.',
    'ignored_setting docs.json:7:12 “api.playground” has no effect. Pages show requests to copy; they send none.',
  ])
})

test('an edit link without an address says how to write one', async () => {
  const feedback = { suggestEdit: true, thumbsRating: true, raiseIssue: false }
  const navigation = { pages: ['index'] }
  const found = await findSettings({ 'docs.json': { navigation, feedback } })
  expect(found.map((line) => line.replace(/^.*? “/, '“'))).toEqual([
    '“feedback.suggestEdit” has no effect. It does not say where the files are. Write an address such as `https://github.com/acme/docs/edit/main/$file`.',
    '“feedback.thumbsRating” has no effect. Feedback needs a server that takes it.',
    '“feedback.raiseIssue” has no effect. Feedback needs a server that takes it.',
  ])
  const named = { suggestEdit: 'https://git.example/$file' }
  expect(await findSettings({ 'docs.json': { navigation, feedback: named } })).toEqual([])
})

test('a made-up setting is named, with the one that was meant only where that is certain', async () => {
  const found = await findSettings({
    'docs.json': { navbr: {}, footr: {}, sparkle: 1, colors: { primry: '#000' }, navigation: { pages: ['index'] } },
  })
  expect(found.map((line) => line.replace(/^.*? “/, '“').replace(' has no effect.', ''))).toEqual([
    '“navbr” Did you mean “navbar”?',
    '“footr” Did you mean “footer”?',
    '“sparkle” It is no setting that Bindery knows.',
    '“colors.primry” Did you mean “primary”?',
  ])
})

test('what stands in many places of a navigation is named once, and in the file that it stands in', async () => {
  const found = await findSettings({
    'docs.json': { navigation: { $ref: './nav/all.json' } },
    'nav/all.json': lines(
      '{ "groups": [',
      '  { "group": "A", "glitter": 1, "pages": ["index"] },',
      '  { "group": "B", "glitter": 2, "pages": [{ "group": "C", "glitter": 3, "pages": [] }] }',
      '] }',
    ),
  })
  expect(found).toEqual([
    'unknown_setting nav/all.json:2:19 “groups[0].glitter” has no effect. It is no setting that Bindery knows. It is written 3 times.',
  ])
})

test('an older mint.json is read by its own names', async () => {
  const found = await findSettings({
    'mint.json': {
      name: 'A',
      navigation: [{ group: 'G', pages: ['index'] }],
      topbarLinks: [],
      layout: 'solidSidenav',
      sparkle: 1,
    },
  })
  expect(found.map((line) => line.split(' ', 3).join(' '))).toEqual([
    'ignored_setting mint.json:1:77 “layout”',
    'unknown_setting mint.json:1:101 “sparkle”',
  ])
})

test('keys of front matter are named once for a site, with how many pages have them', async () => {
  const found = await findSettings({
    'docs.json': { navigation: { pages: ['index', 'a', 'b', 'c'] } },
    'b.mdx': page('B', '', 'team: tide\nsidebartitle: x\n"og:image": /a.png\n'),
    'a.mdx': page('A', '', 'icon: star\nteam: tide\n'),
    'c.mdx': page('C', '', 'mode: assistant\n'),
    'secret.mdx': page('S', '', 'groups: [staff]\nclassified: yes\n'),
    'CLAUDE.md': page('T', '', 'tools: all\n'),
  })
  expect(found).toEqual([
    'unknown_setting a.mdx:4:1 “team” in the front matter has no effect. It is no setting that Bindery knows. 2 pages have it.',
    'unknown_setting b.mdx:4:1 “sidebartitle” in the front matter has no effect. Did you mean “sidebarTitle”?',
    'ignored_setting c.mdx:3:1 “mode: assistant” in the front matter has no effect. It needs an assistant on a server, and a static site has none.',
  ])
})

test('twenty thousand made-up names cost no more than the first two hundred', async () => {
  const made = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`made${index}`, index]))
  expect(await findSettings({ 'docs.json': { ...made, navigation: { pages: ['index'] } } })).toHaveLength(200)
})
