import {
  addressChannels,
  diagramChannels,
  fenceChannels,
  frontMatterKeys,
  headingChannels,
  markdownAddressChannels,
  textChannels,
} from './channels.ts'
import { diagrams } from './hostile-diagrams.ts'
import { hostileSpecs } from './hostile-specs.ts'
import { svgs } from './hostile-svgs.ts'
import type { Marks } from './marks.ts'
import { addresses, markups, texts } from './payloads.ts'
import type { PagesSize } from './sizes.ts'
import type { SiteFiles } from './write-site.ts'

export interface HostileContent {
  files: SiteFiles
  /** Pages that must come out: an attempt on a page that nobody drew was not made. */
  mustRender: string[]
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'

/** Every payload through every channel of a page; those that cannot break a page's syntax share one. */
export function hostileContent(marks: Marks, { payloadsPerPage, markupTwice }: PagesSize): HostileContent {
  const pack = packer(marks, payloadsPerPage)
  const packed: SiteFiles = {
    ...pack('text', texts, textChannels, JSON.stringify, 'mdx'),
    ...pack('address', addresses, addressChannels, JSON.stringify, 'mdx'),
    ...pack('markdown-address', addresses, markdownAddressChannels, String, 'md'),
    ...pack('fence', texts, fenceChannels, String, 'mdx'),
    ...pack('diagram', diagrams, diagramChannels, String, 'mdx'),
    ...pack('heading', texts, headingChannels, JSON.stringify, 'mdx'),
    ...frontMatter(marks),
    ...hostileSpecs(marks),
  }
  const files: SiteFiles = {
    'index.mdx': '---\ntitle: Start\n---\n\nx',
    'picture.svg': picture,
    ...packed,
    ...rawMarkup(marks, markupTwice),
    ...drawings(marks, payloadsPerPage),
    ...names(marks),
  }
  return {
    files: { ...files, 'docs.json': { name: 'Hostile', navigation: { pages: ['index'] }, seo: { indexing: 'all' } } },
    mustRender: Object.keys(packed).filter((path) => /\.mdx?$/.test(path)),
  }
}

function packer(marks: Marks, perPage: number) {
  return (
    kind: string,
    payloads: typeof texts,
    channels: Record<string, (text: string, index: number) => string>,
    quote: (text: string) => string,
    extension: string,
  ): SiteFiles => {
    const pages: string[][] = []
    for (const [index, payload] of payloads.entries()) {
      const parts = Object.entries(channels).map(([name, place]) => {
        return place(quote(payload(marks.add(`${kind} ${index} in ${name}`))), index)
      })
      const page = Math.floor(index / perPage)
      pages[page] = [...(pages[page] ?? []), ...parts]
    }
    return Object.fromEntries(pages.map((parts, index) => [`${kind}-${index}.${extension}`, parts.join('\n\n')]))
  }
}

/** Each on a page of its own, as MDX and as Markdown: many are no MDX at all, and such a page is left out. */
function rawMarkup(marks: Marks, twice: boolean): SiteFiles {
  const files: SiteFiles = {}
  for (const [index, payload] of markups.entries()) {
    const both = ['mdx', 'md']
    for (const extension of twice ? both : both.slice(index % 2, (index % 2) + 1)) {
      files[`markup-${index}-${extension}.${extension}`] =
        `x\n\n${payload(marks.add(`markup ${index} in ${extension}`))}\n\ny`
    }
  }
  return files
}

function frontMatter(marks: Marks): SiteFiles {
  const files: SiteFiles = {}
  for (const [index, payload] of texts.entries()) {
    const lines = frontMatterKeys.map(
      (key) => `${key}: ${JSON.stringify(payload(marks.add(`text ${index} in ${key}`)))}`,
    )
    files[`front-${index}.mdx`] = `---\n${lines.join('\n')}\n---\n\nx`
  }
  for (const [index, payload] of addresses.entries()) {
    const text = JSON.stringify(payload(marks.add(`address ${index} in url of the front matter`)))
    files[`front-address-${index}.mdx`] = `---\ntitle: x\nurl: ${text}\nicon: ${text}\n---\n\nx`
  }
  return files
}

/** As a picture and as a file to open. */
function drawings(marks: Marks, perPage: number): SiteFiles {
  const files: Record<string, string | Uint8Array> = {}
  for (const [index, render] of svgs.entries()) {
    const path = `drawings/${index}.svg`
    const page = `drawing-${Math.floor(index / perPage)}.mdx`
    files[path] = render(marks.add(`drawing ${index}`))
    files[page] =
      `${files[page] ?? ''}![x](/${path})\n\n[x](/${path})\n\n<Card title="x" img="/${path}" href="/${path}" />\n\n`
  }
  return files
}

/** What may be in the name of a file on a disk. */
function names(marks: Marks): SiteFiles {
  const files: SiteFiles = {}
  for (const [index, payload] of texts.entries()) {
    const name = payload(marks.add(`text ${index} in a name`)).replaceAll('/', '')
    if (name.length > 200) continue
    files[`named/${name}.mdx`] = `![x](<./${name}.svg>)\n\n[x](<./${name}>)`
    files[`named/${name}.svg`] = picture
  }
  return files
}
