import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { digestShown, type ShownOf } from './describe-shown.ts'
import { imageFolder, type PictureRecord, pictureList, readPictures } from './read-pictures.ts'

/** Either takes the pictures of the docs anew, or says which of them show what is no longer so. */
export interface PictureBook {
  isTaking: boolean
  faults: string[]
  has(name: string): boolean
  /** Takes the picture. */
  shoot(page: Page, name: string, of: ShownOf): Promise<void>
  /** Records what the picture shows, or compares it. */
  note(page: Page, name: string, of: ShownOf): Promise<void>
}

/** For suites that come by what the pictures show. */
export function checkPictures(): PictureBook {
  const records = readPictures()
  const faults: string[] = []
  return {
    isTaking: false,
    faults,
    has: () => true,
    async shoot() {},
    async note(page, name, of) {
      if (records[name]?.shown === (await digestShown(page, of))) return
      faults.push(`docs/images/${name}.png is stale: what it shows looks different now. Run: npm run screenshots`)
    },
  }
}

/** Writes each picture, and its record once both parts of it are known: what could not be taken stays as stale as it is. */
export function takePictures(names: string[] | undefined): PictureBook {
  const taken = new Map<string, Partial<PictureRecord>>()
  const record = (name: string, part: Partial<PictureRecord>) => {
    const { shown, file } = { ...taken.get(name), ...part }
    taken.set(name, { ...(shown && { shown }), ...(file && { file }) })
    if (shown && file) writeRecord(name, { shown, file })
  }
  return {
    isTaking: true,
    faults: [],
    has: (name) => names?.includes(name) ?? true,
    async shoot(page, name, of) {
      if (of === 'dashboard') await fitHeight(page)
      const bytes = await page.screenshot()
      writeFileSync(resolve(imageFolder, `${name}.png`), bytes)
      record(name, { file: hash('sha256', bytes) })
      console.log(`${name}.png: ${Math.ceil(bytes.length / 1024)} KB, ${new URL(page.url()).pathname}`)
    },
    async note(page, name, of) {
      record(name, { shown: await digestShown(page, of) })
    },
  }
}

// A guide shows how a page begins; the rest of a long table would be the most of its bytes.
const maxHeight = 1400

/** A screen as high as the page, so that what is fixed to its edges stands there. */
async function fitHeight(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, maxHeight)) })
}

function writeRecord(name: string, record: PictureRecord): void {
  const records = { ...readPictures(), [name]: record }
  const sorted = Object.fromEntries(Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(pictureList, `${JSON.stringify(sorted, null, 2)}\n`)
}
