import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, page } from '../../testing/site-folder.ts'
import { listCandidates, listConfigured } from '../plan/assets/remote/list-candidates.ts'
import { pickPages } from '../plan/narrow-plan.ts'
import { planSite } from '../plan/plan-site.ts'
import { listRemoteAssets } from './list-remote-assets.ts'
import { createRenderPool } from './pool/create-render-pool.ts'

const at = (name: string) => `https://a.example/${name}.png`

/** Every way by which a page comes to show a file of another host, each with an address that no other has. */
const ways: Record<string, string> = {
  picture: `![A [nested](/link) text](${at('picture')})`,
  reference: `![a][b]\n\nText.\n\n[b]: ${at('reference')}`,
  variable: '![]({{cdn}}/variable.png)',
  element: `<img src = "${at('element').replace(':', '&#58;')}" />`,
  expression: `<img src={'https:' + '//a.example/expression.png'} />`,
  spread: `<img {...{ src: "${at('spread')}" }} />`,
  sources: `<img src="/x.png" srcSet="/x.png 1x, ${at('sources')} 2x" />`,
  card: `<Card title="A" img="${at('card')}" />`,
  icon: `<Icon icon="${at('icon')}" />`,
  code: `\`\`\`js title.js icon="${at('code')}"\nx\n\`\`\``,
  list: `{["${at('list')}"].map((url) => <img src={url} />)}`,
  component: `export const Own = ({ file }) => <img src={file} />\n\n<Own file="${at('component')}" />`,
  imported: `import { Own } from '/snippets/own.jsx'\n\n<Own file="${at('imported')}" />`,
  indirect: `import Outer from './snippets/outer.mdx'\n\n<Outer />`,
  snippet: `<Snippet file="shown.mdx" />`,
  'other-page': `import Other from './picture.mdx'\n\n<Other />`,
  style: `<div style={{ background: "url(${at('style')})" }}>A</div>`,
  'escaped-style': `<div style="background: u\\72l(${at('escaped-style')})">A</div>`,
  wrong: `<Broken\n\n![a](${at('wrong')})`,
}

const files = {
  'docs.json': {
    variables: { cdn: 'https://a.example' },
    banner: { content: `![a](${at('banner')})` },
    logo: at('logo'),
    navigation: {
      tabs: [
        {
          tab: 'A',
          groups: [{ group: 'A', root: 'index', directory: 'card', pages: ['index', 'linked', ...Object.keys(ways)] }],
        },
        { tab: 'B', banner: { content: `![a](${at('tab')})` }, pages: ['plain', 'described'] },
      ],
    },
  },
  'index.mdx': page('Index', '[A link](https://a.example/no.png)'),
  'linked.mdx': page('Linked', '[A link](https://a.example/no.png)', `icon: "${at('listed')}"\n`),
  'snippets/own.jsx': 'export const Own = ({ file }) => <img src={file} />',
  'snippets/outer.mdx': "import Inner from './inner.mdx'\n\n<Inner />",
  'snippets/inner.mdx': `![a](${at('indirect')})`,
  'snippets/shown.mdx': `![a](${at('snippet')})`,
  'openapi.json': {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { description: `Text.\n\n![a](${at('described')})`, responses: {} } } },
  },
  'plain.mdx': page('Plain'),
  'described.mdx': page('Described', '', 'openapi: "GET /a"\n'),
  ...Object.fromEntries(Object.entries(ways).map(([name, body]) => [`${name}.mdx`, page(name, body)])),
}

test('a look at the likely pages finds what a look at all of them finds', async () => {
  await using folder = await makeFolder(files)
  await using pool = createRenderPool({ processes: 1 })
  const { root } = folder
  const plan = await planSite(root, { withoutAssets: true })
  const list = async (pages: string[]) => {
    const planFile = join(root, `plan-${pages.length}.tmp`)
    await writeFile(planFile, JSON.stringify(pickPages(plan, new Set(pages))))
    return listRemoteAssets({ root, configured: listConfigured(plan), planFile, pages, pool, group: '' })
  }
  const candidates = await listCandidates(root, plan)
  const found = await list(candidates)
  const others = ['banner', 'tab', 'logo', 'described', 'listed']
  const distinct = Object.keys(ways).filter((name) => name !== 'other-page')
  expect(found).toEqual([...distinct, ...others].map(at).sort())
  expect(await list(plan.pages.map(({ route }) => route))).toEqual(found)
  expect(candidates).not.toContain('/linked')
})
