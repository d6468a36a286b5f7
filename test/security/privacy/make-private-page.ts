import type { SiteFiles } from '../export-sites.ts'
import type { Canaries } from './canaries.ts'
import type { Way } from './ways.ts'

export interface PrivatePage {
  /** As the navigation names it. */
  path: string
  /** `specs/api.json GET /x`, of an operation that is described nowhere else. */
  operation: string
  files: SiteFiles
}

export type Placement =
  | 'listed'
  | 'unlisted'
  | 'root'
  | 'index'
  | 'moved'
  | 'linked'
  | 'operation'
  | 'named'
  | 'generated'

/** A page full of words of its own, with a picture, a snippet and an operation that it alone uses. */
export function makePrivatePage(canaries: Canaries, way: Way, placement: Placement, home?: string): PrivatePage {
  const word = (kind: string) => canaries.make(kind, `${way.name}, ${placement}`)
  if (placement === 'generated') return makeOperationPage(word, way)
  const path = home ?? (placement === 'index' ? `${word('path')}/index` : `guides/${word('path')}`)
  const spec = `specs/${word('file of the operation')}.json`
  const operation = `${spec} GET /${word('path of the operation')}`
  const isDescribed = placement === 'operation' || placement === 'named'
  const picture = word('name of the picture')
  const snippet = word('name of the snippet')
  const front = [
    `title: ${word('title')}`,
    `sidebarTitle: ${word('title of the sidebar')}`,
    `description: ${word('description')}`,
    `keywords: ["${word('keyword')}"]`,
    `tag: ${word('tag')}`,
    ...(isDescribed ? [`openapi: "${operation}"`] : []),
  ]
  const body = writeBody(word, { picture, snippet })
  return {
    path,
    operation,
    files: {
      [`${path}.mdx`]: way.write(`${front.join('\n')}\n`, body),
      [`images/${picture}.svg`]: `<svg xmlns="http://www.w3.org/2000/svg"><title>${word('text of the picture')}</title></svg>`,
      [`snippets/${snippet}.mdx`]: `The snippet says ${word('text of the snippet')}.`,
      [spec]: writeSpec(word, operation, {}),
    },
  }
}

/** A page that is made of an operation alone; its file is what the report names. */
function makeOperationPage(word: (kind: string) => string, { metadata = {} }: Way): PrivatePage {
  const spec = `specs/${word('path')}.json`
  const operation = `${spec} GET /${word('path of the operation')}`
  return { path: '', operation, files: { [spec]: writeSpec(word, operation, metadata) } }
}

/** Also what is wrong with it is nobody's business. */
function writeBody(word: (kind: string) => string, { picture, snippet }: { picture: string; snippet: string }): string {
  return `
import Part from '/snippets/${snippet}.mdx'
import Lost from '/snippets/${word('missing import')}.mdx'

${word('body')} <Part />

## ${word('heading')}

\`\`\`js ${word('title of the code')}
const answer = '${word('code')}'
\`\`\`

![${word('text for the picture')}](/images/${picture}.svg)

![x](/images/${word('missing picture')}.png)

[x](/${word('broken link')})

<X${word('unknown component')}>x</X>

<Card title="${word('card')}">x</Card>

<Update label="${word('label of the update')}" description="2026-01-01" tags={["${word('tag of the update')}"]}>
  ${word('update')}
</Update>
`.replace(/<X(\w+)>x<\/X>/, '<X$1>x</X$1>')
}

function writeSpec(word: (kind: string) => string, operation: string, metadata: object): string {
  const [, path = ''] = operation.split(' GET ')
  const get = {
    summary: word('summary of the operation'),
    description: word('description of the operation'),
    tags: [word('tag of the operation')],
    parameters: [{ name: word('parameter'), in: 'query', schema: { type: 'string' } }],
    responses: { 200: { description: word('response') } },
    'x-mint': { metadata },
  }
  const info = { title: word('title of the API'), version: '1' }
  return JSON.stringify({ openapi: '3.1.0', info, paths: { [path]: { get } } })
}
