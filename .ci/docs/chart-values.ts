import { readFileSync } from 'node:fs'
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { escapeCell, writeFrontMatter, writeTable } from './markdown.ts'

const file = new URL('../../deploy/chart/values.yaml', import.meta.url)

export function writeChartValuesPage(): string {
  const root = parseDocument(readFileSync(file, 'utf8')).contents as YAMLMap
  const sections = root.items.map((pair, place) => {
    const { key, value } = pair as Pair<{ value: string }, unknown>
    const comment = place === 0 ? '' : readComment(root, place)
    const rows = isValue(value) ? listRows(value, key.value, comment) : listRows(value, key.value)
    const unexplained = rows.find(([, , meaning]) => meaning === '')
    if (unexplained) throw new Error(`values.yaml does not say what ${unexplained[0]} means.`)
    const intro = isValue(value) || comment === '' ? '' : `${comment}\n\n`
    return `## ${key.value}\n\n${intro}${writeTable(['Value', 'Default', 'Meaning'], rows)}`
  })
  return `${writeFrontMatter('Chart values', 'Every value of the Helm chart, its default and its meaning')}A schema checks every value: a name that the chart does not know is refused. [On Kubernetes](/self-host/kubernetes) shows how to use them.

${sections.join('\n')}`
}

/** A map that is written over several lines has a row for each of its values; one on a single line is a value. */
function isValue(value: unknown): boolean {
  return !isMap(value) || value.flow === true || value.items.length === 0
}

function listRows(value: unknown, path: string, comment = ''): string[][] {
  if (!isMap(value) || isValue(value)) return [[`\`${path}\``, writeValue(value), comment]]
  const own = comment ? [[`\`${path}\``, '', comment]] : []
  return [
    ...own,
    ...value.items.flatMap(({ key, value: inner }, place) =>
      listRows(inner, `${path}.${(key as { value: string }).value}`, readComment(value, place)),
    ),
  ]
}

function readComment(map: YAMLMap, place: number): string {
  const key = map.items[place]?.key as { commentBefore?: string } | undefined
  const text = key?.commentBefore ?? (place === 0 ? map.commentBefore : undefined) ?? ''
  return escapeCell(text.trim()).replace(/docs\/([\w/-]+)\.mdx/g, (_, page) => `[${readTitle(page)}](/${page})`)
}

function readTitle(page: string): string | undefined {
  return /^title: (.+)$/m.exec(readFileSync(new URL(`../../docs/${page}.mdx`, import.meta.url), 'utf8'))?.[1]
}

function writeValue(value: unknown): string {
  const text = isScalar(value) ? String(value.value) : String(value).replace(/\s+/g, ' ')
  return text === '' ? 'none' : `\`${text}\``
}
