import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, page } from '../../../../../testing/site-folder.ts'
import { reportPath } from '../../../../outputs/report/report.ts'
import { buildSite } from '../../../../pipeline/build-site.ts'
import { createRenderPool } from '../../../../pipeline/pool/create-render-pool.ts'
import type { AskRemote } from '../../../remote/ask-remote.ts'
import { gatherAssets } from '../gather-assets.ts'
import { readFaces } from './read-faces.ts'

const pool = createRenderPool({ processes: 1 })
afterAll(() => pool[Symbol.asyncDispose]())

const face = (weight: number, file: string, range = 'U+0000-00FF') =>
  `/* latin */\n@font-face {\n  font-family: 'Source Sans 3';\n  font-style: normal;\n  font-weight: ${weight};\n  src: url(https://fonts.gstatic.com/s/${file}) format('woff2');\n  unicode-range: ${range};\n}\n`
const sheet = face(400, 'one.woff2') + face(700, 'one.woff2') + face(400, 'two.woff2', 'U+0400-04FF, U+4??')

test('a file that holds several weights is one face; nothing but a file of the fonts’ host is taken', () => {
  expect(readFaces(sheet)).toEqual([
    { url: 'https://fonts.gstatic.com/s/one.woff2', weights: [400, 700], range: 'U+0000-00FF' },
    { url: 'https://fonts.gstatic.com/s/two.woff2', weights: [400, 400], range: 'U+0400-04FF, U+4??' },
  ])
  const hostile = [
    face(400, 'x.woff2', 'U+0"x\\00'),
    face(400, '../x);src:url(https://evil.example/a.woff2'),
    face(400, 'one.woff2').replace('https://fonts.gstatic.com', 'https://evil.example'),
    '@font-face { src: url(',
    '<html>',
  ]
  const urls = readFaces(hostile.join('')).map(({ url, range }) => [url, range])
  expect(urls).toEqual([['https://fonts.gstatic.com/s/x.woff2', undefined]])
})

async function build(fonts: object, ask: AskRemote | undefined) {
  await using site = await makeFolder({
    'docs.json': { name: 'S', fonts, navigation: { pages: ['index'] } },
    'index.mdx': page('Home', 'Text.'),
  })
  await using assets = await makeFolder({})
  const files = new Map<string, string>()
  const fetchAssets = ask && (async (urls: string[]) => (await gatherAssets(urls, { ask, folder: assets.root })).assets)
  const write = async ({ path, bytes }: { path: string; bytes: Uint8Array }) =>
    void files.set(path, Buffer.from(bytes).toString('latin1'))
  await buildSite({ root: site.root, pool, write, fetchAssets })
  const css = [...files].find(([path]) => /^_bindery\/site-.*\.css$/.test(path))?.[1] ?? ''
  const report = JSON.parse(files.get(reportPath) ?? '{}')
  const messages = report.findings.map(({ message }: { message: string }) => message)
  return { css, files: [...files.keys()], messages, gathered: await readdir(join(assets.root)) }
}

const fonts = { heading: { family: 'Source Sans 3', weight: 650 } }

test('a font that is only named comes along with its files, and the style sheet names those', async () => {
  const asked: string[] = []
  const ask: AskRemote = async (url, _, headers) => {
    asked.push(url)
    const isSheet = url.startsWith('https://fonts.googleapis.com/')
    if (isSheet) expect(headers?.['user-agent']).toContain('Chrome')
    // A family that lacks a weight is refused.
    if (url.includes('wght@')) return { status: 400, headers: {}, body: [] }
    return { status: 200, headers: {}, body: [Buffer.from(isSheet ? sheet : `wOF2${url}`)] }
  }
  const { css, files, messages } = await build(fonts, ask)
  expect(asked).toEqual([
    'https://fonts.googleapis.com/css2?family=Source+Sans+3:wght@400;500;600;650;700',
    'https://fonts.googleapis.com/css2?family=Source+Sans+3',
    'https://fonts.gstatic.com/s/one.woff2',
    'https://fonts.gstatic.com/s/two.woff2',
  ])
  const [, source = ''] =
    /@font-face\{font-family:"Source Sans 3";font-weight:400 700;font-display:swap;unicode-range:U\+0000-00FF;src:url\("([^"]+\.woff2)"\)\}/.exec(
      css,
    ) ?? []
  expect(files).toContain(join('_bindery', source))
  expect(css).not.toContain('fonts.g')
  expect(messages).toEqual([])
})

test('one that cannot be fetched, or may not be, is named with the reason, and the fallback stands', async () => {
  const failed = await build(fonts, async () => ({ status: 404, headers: {}, body: [] }))
  expect(failed.messages).toEqual([
    expect.stringContaining('It could not be fetched: its host answered with status 404.'),
  ])
  const linked = await build(fonts, undefined)
  expect(linked.messages).toEqual([expect.stringContaining('is seen only by readers whose machine has this font.')])
  for (const { css } of [failed, linked]) expect(css).toContain('--font-heading:"Source Sans 3","Inter Variable"')
})

test('fonts that every site carries, or whose file is named, are asked of no host', async () => {
  const never: AskRemote = async (url) => {
    throw new Error(`${url} was asked for`)
  }
  const { messages } = await build({ body: { family: 'Inter' }, heading: { family: 'a"}b' } }, never)
  expect(messages).toEqual([expect.stringContaining('is seen only by readers')])
})
