import { type JsonNode, parseJsonText } from './json-text.ts'

/** A list of pages in the navigation, below the names of all that it stands in: language, version, tab, group. */
export interface PageList {
  labels: string[]
  node: Extract<JsonNode, { kind: 'array' }>
  /** Beside each other as in the list; what is no page, such as a group, is the empty text. */
  pages: string[]
}

const labelled = ['language', 'version', 'product', 'dropdown', 'anchor', 'tab', 'item', 'group']

export function findLists(text: string): PageList[] {
  const root = parseJsonText(text)
  const navigation = root.kind === 'object' ? root.members.get('navigation') : undefined
  return navigation ? listsBelow(navigation, []) : []
}

function listsBelow(node: JsonNode, above: string[]): PageList[] {
  if (node.kind === 'array') return node.items.flatMap((item) => listsBelow(item, above))
  if (node.kind !== 'object') return []
  const labels = [...above, ...labelsOf(node.members)]
  return [...node.members].flatMap(([name, member]) => {
    const own =
      name === 'pages' && member.kind === 'array' ? [{ labels, node: member, pages: pagesOf(member.items) }] : []
    return [...own, ...listsBelow(member, labels)]
  })
}

function labelsOf(members: Map<string, JsonNode>): string[] {
  return labelled.flatMap((name) => {
    const label = members.get(name)
    return label?.kind === 'string' ? [label.value] : []
  })
}

function pagesOf(items: JsonNode[]): string[] {
  return items.map((item) => (item.kind === 'string' ? nameIn(item.value) : ''))
}

/** The name of a page as a list may write it. */
export function nameIn(value: string): string {
  return value.replace(/^\/+/, '')
}

export function placeOf(list: PageList | undefined): string {
  return list?.labels.length ? list.labels.map((label) => `"${label}"`).join(' > ') : 'the list at the top'
}
