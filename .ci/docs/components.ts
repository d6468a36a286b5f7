import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { componentProps, sharedProps } from '../../packages/site/src/render/components/props/component-props.ts'
import { componentMeanings } from './component-meanings.ts'
import { escapeCell, expectSameNames, writeFrontMatter, writeTable } from './markdown.ts'

const gallery = fileURLToPath(new URL('../../packages/site/fixtures/components/', import.meta.url))

/** Those that the gallery writes in another form, or does not have. */
const ownExamples: Record<string, string> = {
  CardGroup:
    '<CardGroup cols={2}>\n  <Card title="One" href="/quickstart">First.</Card>\n  <Card title="Two" href="/cli">Second.</Card>\n</CardGroup>',
  Badge:
    'A <Badge color="green" icon="check">stable</Badge> feature, and a <Badge color="orange" shape="pill">new</Badge> one.',
  Icon: 'An <Icon icon="anchor" /> inside a line.',
  Tooltip: 'The <Tooltip tip="The depth of a boat below the water line">draught</Tooltip> of a boat.',
  CodeBlock: '<CodeBlock language="sh" filename="Terminal">\nbindery check\n</CodeBlock>',
  Math: '<Math tex="E = mc^2" />',
  Mermaid: '<Mermaid code="flowchart LR; Sea --> Mole --> Basin" />',
}

export function writeComponentsPage(): string {
  expectSameNames('.ci/docs/component-meanings.ts', componentProps.keys(), Object.keys(componentMeanings))
  const examples = readExamples()
  const sections = [...componentProps].map(([name, props]) => {
    const example = ownExamples[name] ?? examples.find((one) => new RegExp(`<${name}[\\s>/]`).test(one))
    if (example === undefined) throw new Error(`The gallery in packages/site/fixtures has no <${name}>. Add one there.`)
    return writeSection(name, props, example)
  })
  const shared = [...sharedProps].map((name) => `\`${name}\``).join(', ')
  return `${writeFrontMatter('Components', 'Every component, its properties, an example and its source', ['rss: false'])}You use these components in a page without importing them. Each of them also takes ${shared}. A property that has no effect is advice in the report.

${sections.join('\n')}`
}

function writeSection(name: string, props: Readonly<Record<string, unknown>>, example: string): string {
  const rows = Object.entries(props).map(([prop, support]) => [`\`${prop}\``, writeSupport(support)])
  const table = rows.length > 0 ? `${writeTable(['Property', 'Values'], rows)}\n` : ''
  return `## ${name}

${componentMeanings[name]}

${table}<Tabs>
<Tab title="Result">

${example}

</Tab>
<Tab title="Source">

\`\`\`\`mdx
${example}
\`\`\`\`

</Tab>
</Tabs>
`
}

function writeSupport(support: unknown): string {
  if (Array.isArray(support)) return support.map((value) => `\`${value}\``).join(', ')
  if (typeof support === 'object') return `no effect: ${escapeCell((support as { ignored: string }).ignored)}`
  return 'any'
}

/** Whole elements that begin and end at the margin, with links that lead somewhere on this site. */
function readExamples(): string[] {
  return globSync('*.mdx', { cwd: gallery })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(gallery, file), 'utf8')
      return [...text.matchAll(/^<([A-Z][\w.]*)(?:[^\n]*\/>$|[^\n]*<\/\1>.*$|[\s\S]*?^<\/\1>$)/gm)].map(
        ([element]) => element,
      )
    })
    .map((element) =>
      element
        .replace(/\/images\/[\w-]+\.svg/g, '/images/search.png')
        .replace(/(["(])\/(?:text|code|fields|index)(?:#[\w-]+)?(?=[")])/g, '$1/quickstart'),
    )
}
