import { expect, test } from 'vitest'
import { makeFolder } from '../../../testing/site-folder.ts'
import { indexSite } from '../../plan/index-site.ts'
import { planSite } from '../../plan/plan-site.ts'
import { composeStyles } from './compose-styles.ts'

const docs = { name: 'Site', colors: { primary: '#0d9373' }, navigation: { pages: ['index'] } }

async function compose(files: Record<string, string>, settings: object = {}) {
  await using folder = await makeFolder({ 'docs.json': { ...docs, ...settings }, 'index.mdx': 'Hi', ...files })
  const plan = await planSite(folder.root)
  return { plan, ...(await composeStyles(folder.root, indexSite(plan))) }
}

test('every sheet is there once, in the order of the paths, after what it imports', async () => {
  const { css, findings } = await compose({
    'z.css': 'z{top:0}',
    'a.css': '@import "./lib/m.css";@import url(z.css);a{top:0}',
    'lib/m.css': '@import "../a.css";m{top:0}',
  })
  expect(css.match(/\w(?=\{top)/g)).toEqual(['m', 'z', 'a'])
  expect(css).toMatch(/^@layer author\{/)
  expect(findings).toEqual([])
})

test('addresses are files of the site; what is not there is named with its line', async () => {
  const { css, assets, findings } = await compose({
    'css/a.css':
      'a{background:url(dot.svg)}\nb{background:url("/css/dot.svg")}\nc{background:url(gone.png)}\nd{background:url(https://a.example/x.png)}\n@import "https://a.example/x.css";',
    'css/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  expect(assets).toEqual(['css/dot.svg'])
  expect(css.match(/url\("assets\/dot-\w{12}\.svg"\)/g)).toHaveLength(2)
  expect(css).not.toContain('example')
  expect(findings.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([
    'refused_style css/a.css:3',
    'refused_style css/a.css:4',
    'refused_style css/a.css:5',
  ])
})

test('addresses on other hosts are listed, to be fetched with those of the pages', async () => {
  const { plan } = await compose({ 'a.css': '@font-face{font-family:x;src:url(//a.example/x.woff2)}' })
  expect(plan.styles?.remote).toEqual(['https://a.example/x.woff2'])
})

test('documented names of parts mean ours, and names of the theme mean nothing else', async () => {
  const { css } = await compose({
    'a.css':
      '#navbar .nav-logo, img.nav-logo{top:0}\n[id="navbar"] a:not(.callout) > accordion{--page:red;color:var(--page)}',
  })
  expect(css).toContain(':is(#navbar,.site-header) :is(.nav-logo,.logo img), img:is(.nav-logo,.logo img){top:0;}')
  expect(css).toContain(
    '[id="navbar"] a:not(.callout) > :is(accordion,.accordion){--author-page:red;color:var(--author-page);}',
  )
  expect(css).toContain('--primary:13 147 115')
})

test('one setting leaves them out', async () => {
  const { plan, css } = await compose({ 'a.css': 'a{top:0}' }, { authorStyles: false })
  expect(plan.styles).toBeUndefined()
  expect(plan.leftOut).toEqual([{ file: 'a.css', reason: 'authorStyles is off' }])
  expect(css).toBe('')
})
