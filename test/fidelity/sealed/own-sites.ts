import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A site of 40 pages with 50 pictures of another host on each. */
export async function writeManyPictures(work: string): Promise<string> {
  const pages = Array.from({ length: 40 }, (_, page) => {
    const pictures = Array.from({ length: 50 }, (_, at) => `![Picture ${at}](https://many.example/${page}/${at}.png)`)
    return [`page-${page}`, `---\ntitle: Page ${page}\n---\n\n${pictures.join('\n\n')}\n`] as const
  })
  return writeSite(work, 'many', Object.fromEntries(pages))
}

/** Everything by which a page can name a file of another host, and a frame. */
export async function writeSmallSite(work: string): Promise<string> {
  return writeSite(
    work,
    'small',
    {
      index: `---\ntitle: Home\n---

import { base } from '/snippets/base.mdx'
import Shared from '/snippets/shared.mdx'

![Plain](https://a.example/plain.png)
<img src="https://a.example/tag.svg" alt="Tag" />
<img src={\`\${base}/computed.png\`} alt="Computed" />
<img src="//a.example/relative.png" srcSet="https://a.example/one.png 1x, https://a.example/two.png 2x" alt="Set" />
<Card title="Card" img="http://b.example/card.png" href="https://c.example/">Text</Card>
<Shared />
<video src="https://a.example/film.mp4" poster="https://a.example/poster.png"></video>
<iframe src="https://frames.example/1" title="Frame"></iframe>

![Badge](https://img.shields.io/badge/a-b-green)
`,
      'snippets/base': 'export const base = "https://a.example/from"\n',
      'snippets/shared': '![Shared](https://a.example/shared.png)\n',
    },
    { fonts: { family: 'Tide Sans' } },
  )
}

export async function writeSite(
  work: string,
  name: string,
  pages: Record<string, string>,
  settings: object = {},
): Promise<string> {
  const folder = await mkdtemp(join(work, `${name}-`))
  const shown = Object.keys(pages).filter((page) => !page.startsWith('snippets/'))
  await mkdir(join(folder, 'snippets'))
  await writeFile(
    join(folder, 'docs.json'),
    JSON.stringify({
      name,
      logo: 'https://a.example/logo.svg',
      ...settings,
      navigation: { pages: shown },
    }),
  )
  for (const [page, text] of Object.entries(pages)) await writeFile(join(folder, `${page}.mdx`), text)
  return folder
}
