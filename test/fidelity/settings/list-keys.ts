/** Every key that a JSON value sets: its path as a report writes it, and its pattern without numbers. */
export interface SetKey {
  path: string
  pattern: string
}

export function listKeys(value: unknown, path = '', pattern = ''): SetKey[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => listItem(item, `${path}[${index}]`, pattern))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const inner = { path: path ? `${path}.${key}` : key, pattern: patternOf(pattern, key) }
    return [inner, ...listKeys(item, inner.path, inner.pattern)]
  })
}

function listItem(item: unknown, path: string, pattern: string): SetKey[] {
  return typeof item === 'string' ? [{ path, pattern: `${pattern}=${item}` }] : listKeys(item, path, pattern)
}

const divisions = 'languages|versions|products|tabs|dropdowns|anchors|menu|groups|pages|global'
const nested = new RegExp(`^navigation\\.(?:${divisions})$`)

/** All levels of a navigation have the same names, and authors choose the names of some objects' keys. */
function patternOf(above: string, key: string): string {
  if (/^(?:variables|seo\.metatags|seo\.paths\.metatags|footer\.socials|words|integrations)$/.test(above))
    return `${above}.*`
  if (nested.test(above)) return `navigation.${key}`
  const own = above.replace(/^navigation\.(?=(?:banner|navbar|footer)\b)/, '')
  return own === '' ? key : `${own}.${key}`
}
