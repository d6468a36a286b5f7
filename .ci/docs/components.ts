import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { componentProps, sharedProps } from '../../packages/site/src/render/components/props/component-props.ts'
import { componentMeanings } from './component-meanings.ts'
import { type PropertyType, properties, typeNames } from './component-properties.ts'
import { escapeCell, expectSameNames, writeFrontMatter, writeTable } from './markdown.ts'

const gallery = fileURLToPath(new URL('../../packages/site/fixtures/components/', import.meta.url))
const sources = fileURLToPath(new URL('../../packages/site/src/render/', import.meta.url))

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
  expectSameNames('.ci/docs/component-properties.ts', listProperties(), Object.keys(properties))
  checkReading()
  const examples = readExamples()
  const sections = [...componentProps].map(([name, props]) => {
    const example = ownExamples[name] ?? examples.find((one) => new RegExp(`<${name}[\\s>/]`).test(one))
    if (example === undefined) throw new Error(`The gallery in packages/site/fixtures has no <${name}>. Add one there.`)
    return writeSection(name, props, example)
  })
  const shared = [...sharedProps].map((name) => `\`${name}\``).join(', ')
  return `${writeFrontMatter('Components', 'Every component, its properties, an example and its source', ['rss: false'])}You use these components in a page without importing them. Each of them also takes ${shared}. A property that has no effect is advice in the report.

Readers can enlarge pictures and diagrams. A picture with \`noZoom\` stays as it is: \`<img src="/logo.png" alt="Logo" noZoom />\`.

${sections.join('\n')}`
}

function writeSection(name: string, props: Readonly<Record<string, unknown>>, example: string): string {
  const rows = Object.entries(props).map(([prop, support]) => writeProperty(name, prop, support))
  const table = rows.length > 0 ? `${writeTable(['Property', 'Values', 'Meaning'], rows)}\n` : ''
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

function writeProperty(component: string, prop: string, support: unknown): string[] {
  const property = properties[nameOf(component, prop)]
  if (isIgnored(support)) return [`\`${prop}\``, 'any', `no effect: ${escapeCell(support.ignored)}`]
  if (!property) throw new Error(`.ci/docs/component-properties.ts does not describe ${prop} of ${component}.`)
  const { type, meaning } = property
  const ownValues = typeof type === 'object' ? type.values : typeNames[type]
  const values = Array.isArray(support) ? support.map((value) => `\`${value}\``).join(', ') : ownValues
  return [`\`${prop}\``, values, meaning]
}

const isIgnored = (support: unknown): support is { ignored: string } =>
  typeof support === 'object' && support !== null && 'ignored' in support

const nameOf = (component: string, prop: string) =>
  Object.hasOwn(properties, `${component}.${prop}`) ? `${component}.${prop}` : prop

function listProperties(): Set<string> {
  const used = [...componentProps].flatMap(([component, props]) =>
    Object.entries(props)
      .filter(([, support]) => !isIgnored(support))
      .map(([prop]) => nameOf(component, prop)),
  )
  return new Set(used)
}

const readAs: Readonly<Record<string, readonly PropertyType[]>> = {
  Flag: ['flag'],
  Number: ['number'],
  Text: ['text', 'content', 'address', 'color', 'icon'],
}

/** A table that calls a property text where the renderer reads a number is wrong. */
function checkReading(): void {
  for (const file of globSync('**/*.tsx', { cwd: sources })) {
    const text = readFileSync(join(sources, file), 'utf8')
    for (const [, how = '', prop = ''] of text.matchAll(/\bread(Flag|Number|Text)\(\w+, '(\w+)'\)/g)) {
      const types = Object.entries(properties)
        .filter(([name]) => name === prop || name.endsWith(`.${prop}`))
        .map(([, { type }]) => type)
      const fits = types.some((type) => typeof type === 'object' || readAs[how]?.includes(type))
      if (types.length > 0 && !fits)
        throw new Error(`${file} reads ${prop} as ${how.toLowerCase()}, and .ci/docs/component-properties.ts differs.`)
    }
  }
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
