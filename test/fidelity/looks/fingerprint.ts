import type { Page } from 'playwright-core'

/** The average color of each cell of a picture, row by row, a digit for each of red, green and blue. Nothing in it can be read. */
export interface Fingerprint {
  /** Of the whole page, which is more than the picture shows. */
  height: number
  cells: string
}

// Wide enough that a moved word changes little, and a lost picture or another background much.
const columns = 12
// Of 16 steps: what fonts of another version change stays below it.
const tolerance = 1
const allowedShare = 0.02

/** Asks the browser, which has a decoder of pictures. */
export function takeFingerprint(page: Page, png: Buffer, height: number): Promise<Fingerprint> {
  return page.locator('html').evaluate(
    async (html, { data, height, columns }) => {
      const { createImageBitmap, OffscreenCanvas } = html.ownerDocument.defaultView
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const rows = Math.max(1, Math.round(picture.height / (picture.width / columns)))
      const canvas = new OffscreenCanvas(columns, rows)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('This browser has no canvas.')
      context.imageSmoothingQuality = 'high'
      context.drawImage(picture, 0, 0, columns, rows)
      const { data: pixels } = context.getImageData(0, 0, columns, rows)
      const cells = [...pixels].filter((_, at) => at % 4 < 3).map((value) => (value >> 4).toString(16))
      return { height, cells: cells.join('') }
    },
    { data: png.toString('base64'), height, columns },
  )
}

/** The share of cells that look different. */
export function compareFingerprints(before: Fingerprint, after: Fingerprint): number {
  const [one, other] = [readCells(before), readCells(after)]
  const cells = Math.max(one.length, other.length)
  let different = 0
  for (let at = 0; at < cells; at++) if (isDifferent(one[at], other[at])) different++
  return cells === 0 ? 0 : different / cells
}

export const isChanged = (share: number) => share > allowedShare

const readCells = ({ cells }: Fingerprint) =>
  (cells.match(/.{3}/g) ?? []).map((cell) => [...cell].map((digit) => Number.parseInt(digit, 16)))

function isDifferent(one: number[] | undefined, other: number[] | undefined): boolean {
  return !one || !other || one.some((value, at) => Math.abs(value - (other[at] ?? 0)) > tolerance)
}
