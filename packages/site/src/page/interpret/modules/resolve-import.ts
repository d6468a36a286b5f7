/** Where an import may point, as paths relative to the docs folder, likeliest first; none when it leaves the folder. */
export function resolveImport(specifier: string, fromFile: string): string[] {
  const isRelative = specifier.startsWith('./') || specifier.startsWith('../')
  if (!isRelative && !specifier.startsWith('/')) return []
  const folder = isRelative ? fromFile.split('/').slice(0, -1) : []
  const path = normalize([...folder, ...specifier.split('/')])
  if (path === undefined) return []
  return /\.\w+$/.test(path) ? [path] : [path, ...['.mdx', '.jsx', '.js', '.md'].map((extension) => path + extension)]
}

/** `<Snippet file="x.mdx" />` names a file of the snippets folder, which older sites call `_snippets`. */
export function resolveSnippet(file: string, fromFile: string): string[] {
  if (file.startsWith('/') || file.startsWith('.')) return resolveImport(file, fromFile)
  return ['snippets', '_snippets', '.'].flatMap((folder) => resolveImport(`/${folder}/${file}`, fromFile))
}

function normalize(segments: string[]): string | undefined {
  const parts: string[] = []
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') parts.push(segment)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
