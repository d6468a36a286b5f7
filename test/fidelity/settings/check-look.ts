import type { Browser } from 'playwright-core'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { isNear, rgb, type Shown } from './effects.ts'
import { openSite } from './open-site.ts'

/** What docs.json says of the look, as far as it is written there. */
export interface Look {
  colors?: { primary?: string; light?: string; dark?: string }
  background?: { color?: { light?: string; dark?: string }; decoration?: string }
  fonts?: { family?: string; heading?: { family?: string }; body?: { family?: string } }
  navbar?: { primary?: { type?: string } }
}

/** Settings of a real site that are not what Chromium computes for one of its pages. */
export async function checkLook(look: Look, path: string, out: string, browser: Browser): Promise<string[]> {
  await using server = await serveFolder(out)
  const shown = openSite(browser, server.url, out, path)
  const faults: string[] = []
  for (const { setting, isAsWritten } of listExpected(look)) if (!(await isAsWritten(shown))) faults.push(setting)
  return faults
}

interface Expected {
  setting: string
  isAsWritten(shown: Shown): Promise<boolean>
}

function listExpected({ colors = {}, background = {}, fonts = {}, navbar }: Look): Expected[] {
  const token = (setting: string, mode: 'light' | 'dark', name: string, hex: string | undefined) =>
    hex === undefined
      ? []
      : [{ setting, isAsWritten: async (shown: Shown) => isNear(await shown.token(mode, name), rgb(hex)) }]
  const painted = (setting: string, mode: 'light' | 'dark', selector: string, hex: string | undefined) =>
    hex === undefined
      ? []
      : [
          {
            setting,
            isAsWritten: async (shown: Shown) =>
              isNear(await shown.color(mode, selector, 'background-color'), rgb(hex)),
          },
        ]
  const font = (setting: string, selector: string, family: string | undefined) =>
    family === undefined
      ? []
      : [
          {
            setting,
            isAsWritten: async (shown: Shown) => (await shown.style('light', selector, 'font-family')).includes(family),
          },
        ]
  return [
    ...token('colors.primary', 'light', 'accent', colors.primary),
    ...token('colors.light', 'dark', 'accent', colors.light),
    ...painted('colors.dark', 'light', '.navbar .navbar-primary', navbar?.primary && colors.dark),
    ...painted('background.color.light', 'light', 'html', background.color?.light),
    ...painted('background.color.dark', 'dark', 'html', background.color?.dark),
    ...(background.decoration === undefined
      ? []
      : [
          {
            setting: 'background.decoration',
            isAsWritten: async (shown: Shown) =>
              (await shown.style('light', '.shell::before', 'background-image')).includes('gradient'),
          },
        ]),
    ...font('fonts.heading.family', 'h1', fonts.heading?.family ?? fonts.family),
    ...font('fonts.body.family', 'body', fonts.body?.family ?? fonts.family),
  ]
}
