import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { launchChromium } from '../../support/launch-chromium.ts'
import type { Tally } from '../corpus.ts'
import { attackScript, leaveSecrets, listenScript, shoutScript } from './attack-script.ts'
import type { PreviewWorld } from './preview-world.ts'

/** In one browser that is signed in and has both previews open, a script of one reaches neither the other nor the dashboard. */
export async function proveBrowser(target: PreviewWorld, tally: Tally): Promise<void> {
  const browser = await launchChromium()
  try {
    await attack(browser, target, tally)
  } finally {
    await browser.close()
  }
}

async function attack(browser: Browser, target: PreviewWorld, tally: Tally): Promise<void> {
  const { attacker, victim, url, world, domain } = target
  const way = domain ?? 'path'
  const context = await browser.newContext()
  await signIn(context, target)
  const dashboard = `${url}/dashboard/${world.tenant.organization}/exports`
  const other = await context.newPage()
  await other.goto(victim)
  if (((await other.textContent('main')) ?? '').length < 20) throw new Error('The preview of the victim shows nothing.')
  await other.evaluate(leaveSecrets)

  // A file without a policy of its own: whatever refuses an attempt there is the preview itself.
  const page = await context.newPage()
  await page.goto(`${attacker}llms.txt`)
  const read = (await page.evaluate(attackScript({ victim, dashboard }))) as Record<string, string>
  for (const [attempt, got] of Object.entries(read)) {
    tally.check(got === '', `${way}: ${attempt} gave a script of a preview ${JSON.stringify(got.slice(0, 60))}`)
  }
  const heard = page.evaluate(listenScript)
  await sleep(300)
  await other.evaluate(shoutScript)
  tally.check((await heard) === '', `${way}: a script of a preview heard another preview`)
  const readable = (await context.cookies([attacker, victim])).filter(({ httpOnly }) => !httpOnly)
  tally.check(readable.length === 0, `${way}: a preview has a cookie that a script reads`)
  const sent = domain === undefined ? [] : await context.cookies(attacker)
  tally.check(sent.length === 0, `${way}: the browser sends cookies of the dashboard to a preview`)
  await context.close()
}

async function signIn(context: BrowserContext, { world, url }: PreviewWorld): Promise<void> {
  const unique = randomBytes(8).toString('hex')
  const [email, password] = [`${unique}@example.com`, `a few words and ${unique}`]
  const { link } = await world.service.admin<{ link: string }>([
    ...['user', 'create', '--email', email, '--name', 'Previews'],
    ...['--organization', world.tenant.organization, '--role', 'admin'],
  ])
  const page = await context.newPage()
  await page.goto(`${url}${link}`)
  await page.fill('input[name=password]', password)
  await page.press('input[name=password]', 'Enter')
  await page.waitForURL(/\/(?:sign-in|dashboard)/)
  await page.goto(`${url}/sign-in`)
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', password)
  await page.press('input[name=password]', 'Enter')
  await page.waitForURL(/\/dashboard/)
  await page.close()
}
