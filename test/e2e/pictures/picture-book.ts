import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'

export const imageFolder = resolve(import.meta.dirname, '../../../docs/images')

/** Takes the images of the docs. */
export interface PictureBook {
  has(name: string): boolean
  take(page: Page, name: string, of: 'dashboard' | 'site'): Promise<void>
}

/** Writes the named images, or all of them. */
export function takePictures(names: string[] | undefined): PictureBook {
  return {
    has: (name) => names?.includes(name) ?? true,
    async take(page, name, of) {
      if (of === 'dashboard') await fitHeight(page)
      const bytes = await page.screenshot()
      writeFileSync(resolve(imageFolder, `${name}.png`), bytes)
      console.log(`${name}.png: ${Math.ceil(bytes.length / 1024)} KB, ${new URL(page.url()).pathname}`)
    },
  }
}

// A guide shows how a page begins; the rest of a long table would be most of the image's bytes.
const maxHeight = 1400

/** Makes the viewport as high as the page, so that elements fixed to its edges are at the page's edges. */
async function fitHeight(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(height, Math.min(whole, maxHeight)) })
}
