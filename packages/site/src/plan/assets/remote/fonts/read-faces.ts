import type { FontFace } from '../../../../model/remote-assets.ts'

// A face of Chinese letters has some 100 files for each weight.
const mostFaces = 1_000
const source = /url\(\s*["']?(https:\/\/fonts\.gstatic\.com\/[\w./~%-]+)["']?\s*\)/
const range = /^U\+[\dA-F?]{1,6}(?:-[\dA-F]{1,6})?(?:,\s?U\+[\dA-F?]{1,6}(?:-[\dA-F]{1,6})?)*$/i

/** The faces of a style sheet of the fonts' host; one file that holds several weights is one face. */
export function readFaces(css: string): FontFace[] {
  const faces = new Map<string, FontFace>()
  for (const block of css.split('@font-face').slice(1, mostFaces + 1)) {
    const face = readFace(block.slice(block.indexOf('{') + 1, block.indexOf('}')))
    if (!face) continue
    const known = faces.get(`${face.url} ${face.range}`)
    if (known)
      known.weights = [Math.min(known.weights[0], face.weights[0]), Math.max(known.weights[1], face.weights[1])]
    else faces.set(`${face.url} ${face.range}`, face)
  }
  return [...faces.values()]
}

function readFace(block: string): FontFace | undefined {
  const values = new Map(block.split(';').map((line) => splitAt(line, line.indexOf(':'))))
  const [, url] = source.exec(values.get('src') ?? '') ?? []
  if (url === undefined || (values.get('font-style') ?? 'normal') !== 'normal') return undefined
  const [least = 400, most = least] = (values.get('font-weight') ?? '')
    .split(' ')
    .map(Number)
    .filter((weight) => weight > 0)
  const shown = values.get('unicode-range')
  return {
    url,
    weights: [least, most],
    ...(shown !== undefined && shown.length < 20_000 && range.test(shown) && { range: shown }),
  }
}

function splitAt(line: string, at: number): [string, string] {
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}
