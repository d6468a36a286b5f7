/** The files that an address may mean, as static hosts try them: the name itself, with `.html`, and the folder's index. */
export function namesOf(path: string): string[] {
  const name = decode(path).replace(/^\/+|\/+$/g, '')
  return name === '' ? ['index.html'] : [name, `${name}.html`, `${name}/index.html`]
}

/**
 * Where the browser must go to see a file. Links in pages are relative, so the address has to stand in the file's own
 * folder: undefined when it does.
 */
export function moveTo(path: string, output: string): string | undefined {
  const address = decode(path).replace(/^\/+/, '')
  const right = [output, output.replace(/\.html$/, ''), output.replace(/(?<=^|\/)index\.html$/, '')]
  return right.includes(address) ? undefined : `/${output.split('/').map(encodeURIComponent).join('/')}`
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
