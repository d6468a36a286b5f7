import type { Locator, Page } from 'playwright-core'

export interface Reader {
  /** What a reader of the page cannot see or use. */
  lost: string[]
  /** How much the darkest and the lightest point of each button differ, from 0 to 1. */
  contrasts: Map<string, number>
}

// A backstop for a machine under load; whatever works is there at once.
const patience = 10_000

/** Works with everything that a page offers its reader, as he does. `usual` are the contrasts of a page as it should be. */
export async function findLost(page: Page, url: string, usual?: Map<string, number>, extra?: string) {
  const reader: Reader = { lost: [], contrasts: new Map() }
  await page.goto(url)
  await page.locator('html').evaluate((html) => html.ownerDocument.defaultView.localStorage.clear())
  if (extra !== undefined) await page.addStyleTag({ content: extra })
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024
  const buttons = ['.search-button', '.theme-button', ...(isPhone ? ['.menu-button'] : [])]
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      reader.lost.push(`${what}: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`)
    }
  }
  await attempt('.skip-link', async () => {
    await page.keyboard.press('Tab')
    await requireSeen(page.locator('.skip-link:focus'))
    await page.locator('.skip-link:focus').blur()
  })
  for (const name of buttons) await attempt(name, () => requireSeen(page.locator(name)))
  if (reader.lost.length > 0) return reader
  reader.contrasts = await readContrasts(page, buttons)
  for (const [name, contrast] of reader.contrasts) {
    if (contrast < (usual?.get(name) ?? 0) * 0.8)
      reader.lost.push(`${name}: can hardly be seen (${contrast.toFixed(2)})`)
  }
  if (reader.lost.length > 0) return reader
  if (isPhone) await attempt('the menu', () => openMenu(page))
  else {
    await attempt('the switch of the theme', () => switchTheme(page))
    await attempt('the search', () => search(page))
  }
  return reader
}

/** On the screen, large enough, opaque, and nothing lies over it. */
async function requireSeen(element: Locator): Promise<void> {
  const found: string = await element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    const view = node.ownerDocument.defaultView
    if (width < 20 || height < 20) return `is ${width} by ${height}`
    if (x < 0 || y < 0 || x + width > view.innerWidth || y + height > view.innerHeight) return `is at ${x}, ${y}`
    for (let at = node; at; at = at.parentElement) {
      if (Number(view.getComputedStyle(at).opacity) < 1) return `has an opacity in ${at.tagName}`
    }
    const top = node.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
    if (!top || !(node.contains(top) || top.contains(node))) return `lies below ${top?.tagName} ${top?.className}`
    return top.contains(node) && top !== node ? `is not what is clicked, but ${top.tagName}` : ''
  })
  if (found !== '') throw new Error(found)
}

/** Of the middle of each, whatever its surroundings are. */
async function readContrasts(page: Page, names: string[]): Promise<Map<string, number>> {
  const { width } = page.viewportSize() ?? { width: 0 }
  const picture = (await page.screenshot({ clip: { x: 0, y: 0, width, height: 200 } })).toString('base64')
  const contrasts: [string, number][] = await page.locator('html').evaluate(
    async (html, given) => {
      const view = html.ownerDocument.defaultView
      const image = new view.Image()
      image.src = `data:image/png;base64,${given.picture}`
      await image.decode()
      const canvas = new view.OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      return given.names.map((name) => {
        const { x, y, width, height } = html.querySelector(name).getBoundingClientRect()
        const { data } = canvas.getImageData(x + 4, y + 6, width - 8, height - 12)
        let [darkest, lightest] = [255, 0]
        for (let at = 0; at < data.length; at += 4) {
          const light = (data[at] + data[at + 1] + data[at + 2]) / 3
          darkest = Math.min(darkest, light)
          lightest = Math.max(lightest, light)
        }
        return [name, (lightest - darkest) / 255]
      })
    },
    { picture, names },
  )
  return new Map(contrasts)
}

async function switchTheme(page: Page): Promise<void> {
  const schemeOf = (): Promise<string> =>
    page.locator('html').evaluate((html) => html.ownerDocument.defaultView.getComputedStyle(html).colorScheme)
  const before = await schemeOf()
  await page.locator('.theme-button').click({ timeout: patience })
  const after = await schemeOf()
  if (after === before || !/^(?:light|dark)$/.test(after)) throw new Error(`changes ${before} to ${after}`)
  await page.locator('.theme-button').click({ timeout: patience })
}

async function search(page: Page): Promise<void> {
  await page.locator('.search-button').click({ timeout: patience })
  const input = page.locator('.search-input')
  await input.waitFor({ timeout: patience })
  await requireSeen(input)
  await page.keyboard.type('harbors')
  const result = page.locator('.search-results a').first()
  await result.waitFor({ timeout: patience })
  await requireSeen(result)
  // The first clears what was typed.
  for (const press of ['Escape', 'Escape']) await page.keyboard.press(press)
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('.menu-button').click({ timeout: patience })
  const link = page.locator('.sidebar [aria-current="page"]')
  await link.waitFor({ timeout: patience })
  await requireSeen(link)
  await page.keyboard.press('Escape')
}
