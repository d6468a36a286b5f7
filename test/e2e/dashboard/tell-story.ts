import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { askGitea } from '../../../deploy/local/seed-gitea.ts'
import { changeRepository } from './change-repository.ts'
import type { Looks } from './check-looks.ts'
import { people, type World } from './open-world.ts'

const run = promisify(execFile)
const instruction = 'Document the new `--region` flag in the CLI page and link it from the quickstart'

export interface Story {
  page: Page
  world: World
  domain: string
  hasScript: boolean
  /** For pages that nothing links to. */
  looks?: Looks
}

/**
 * What an admin does on the first day, from the sign-in to the audit log. Each step names itself before it begins. Gives the
 * repository.
 */
export async function tellStory(story: Story, begin: (step: string) => void): Promise<string> {
  begin('sign in with the identity provider')
  await signIn(story, people.admin.email)
  begin('make a key, use it with curl, rotate it, revoke it')
  await turnKeys(story)
  begin('connect a repository')
  const repository = await connectRepository(story)
  begin('start an export and watch it')
  await watchExport(story)
  begin('download the bundle')
  await downloadBundle(story)
  begin('export again and see what changed')
  await changeRepository(story.world.gitea, repository)
  await seeChanges(story)
  if (story.hasScript) {
    begin('find the domain with Ctrl-K')
    await findByKeys(story)
  }
  begin('write an instruction and open its pull request')
  await followAgentJob(story)
  begin('archive the agent job')
  await archiveAgentJob(story)
  begin('find all of it in the audit log')
  await readAudit(story)
  return repository
}

async function signIn({ page, world, looks }: Story, email: string): Promise<void> {
  await page.goto(`${world.url}/`)
  await looks?.take(page, 'sign-in')
  await page.getByRole('link', { name: 'Continue with Example Identity' }).click()
  await page.getByRole('button', { name: email }).click()
  await page.waitForURL(`${world.url}/dashboard/${world.organization}/projects`)
}

async function turnKeys({ page, world, looks }: Story): Promise<void> {
  await openSection(page, 'API keys')
  await page
    .getByRole('link', { name: /New|Create|Make/ })
    .first()
    .click()
  await page.getByLabel('Name').fill('deploy pipeline')
  await page.getByRole('button', { name: 'Create key' }).click()
  const first = await readKey(page)
  await looks?.take(page, 'made-key')
  await expectCurl(world, first, 200)
  await openSection(page, 'API keys')
  await page.getByRole('link', { name: 'deploy pipeline' }).first().click()
  await page.getByRole('link', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Rotate key' }).click()
  const second = await readKey(page)
  await expectCurl(world, first, 200)
  await expectCurl(world, second, 200)
  for (const key of [first, second]) {
    await openSection(page, 'API keys')
    await page
      .getByRole('row', { name: key.slice(0, 10) })
      .getByRole('link', { name: 'deploy pipeline' })
      .click()
    await page.getByText('Revoke this key').click()
    await page.getByRole('button', { name: 'Revoke deploy pipeline' }).click()
    await expectCurl(world, key, 401)
  }
}

async function readKey(page: Page): Promise<string> {
  const key = (await page.locator('.once code').textContent()) ?? ''
  if (!/^bnd_[0-9A-Za-z]{36}$/.test(key)) throw new Error(`“${key}” is no key.`)
  return key
}

async function expectCurl({ url }: World, key: string, wanted: number): Promise<void> {
  const args = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Authorization: Bearer ${key}`]
  const { stdout } = await run('curl', [...args, `${url}/v1/static-export/jobs`])
  if (Number(stdout) !== wanted) throw new Error(`curl was answered ${stdout} and not ${wanted}.`)
}

async function connectRepository({ page, world, domain }: Story): Promise<string> {
  const repository = await world.makeRepository()
  await openSection(page, 'Projects')
  await page.getByRole('link', { name: 'Connect a repository' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Docs of ${domain}`)
  await page.getByLabel('Repository').fill(repository)
  await page.getByLabel('Domain').fill(domain)
  await page.getByLabel('Token').fill(world.gitea.token)
  await page.getByLabel('Git host').selectOption('gitea')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { level: 1, name: `Docs of ${domain}` }).waitFor()
  await page.getByRole('button', { name: /test/i }).click()
  await page
    .getByText(/docs\.json/)
    .first()
    .waitFor()
  return repository
}

async function startExport({ page, domain }: Story): Promise<void> {
  await openSection(page, 'Exports')
  await page.getByRole('link', { name: 'Start an export' }).first().click()
  await page.getByLabel('Domain').selectOption(domain)
  await page.getByRole('button', { name: 'Start export' }).click()
  await page.getByRole('heading', { level: 1, name: domain }).waitFor()
}

async function watchExport(story: Story): Promise<void> {
  const { page, hasScript } = story
  await startExport(story)
  if (!hasScript) return reloadUntil(page, 'Get a bundle link')
  const marker = await page.evaluate(() => Object.assign(globalThis, { marker: String(Math.random()) }).marker)
  const seen = new Set<string>()
  while (!(await page.getByRole('button', { name: 'Get a bundle link' }).isVisible())) {
    const bar = page.locator('progress')
    if (await bar.isVisible()) seen.add((await bar.getAttribute('value').catch(() => null)) ?? '')
    await page.waitForTimeout(50)
  }
  if (seen.size < 3) throw new Error(`The bar stood at ${[...seen].join(', ')} only: nothing moved.`)
  const after = await page.evaluate(() => Reflect.get(globalThis, 'marker'))
  if (after !== marker) throw new Error('The page was loaded anew while the export ran.')
}

async function reloadUntil(page: Page, button: string): Promise<void> {
  const deadline = Date.now() + 300_000
  while (!(await page.getByRole('button', { name: button }).isVisible())) {
    if (Date.now() > deadline) throw new Error(`“${button}” did not come: ${await page.locator('main').textContent()}`)
    await page.waitForTimeout(500)
    await page.reload()
  }
}

async function downloadBundle({ page, looks }: Story): Promise<void> {
  await page.getByRole('button', { name: 'Get a bundle link' }).click()
  const href = await page.getByRole('link', { name: /^Download/ }).getAttribute('href')
  await looks?.take(page, 'bundle-link')
  const bytes = Buffer.from(await (await fetch(href ?? '')).arrayBuffer())
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (!(await page.locator('main').textContent())?.includes(digest)) throw new Error('The bundle has another digest.')
}

async function seeChanges(story: Story): Promise<void> {
  const { page, hasScript } = story
  await startExport(story)
  if (hasScript) await watchList(page)
  else await reloadUntil(page, 'Get a bundle link')
  await page.getByRole('link', { name: 'See what changed' }).click()
  const rows = page.getByRole('table').getByRole('row')
  for (const said of [/new-volume.*Added/s, /volume-4.*Removed/s, /moved-volume.*Moved from/s]) {
    await rows.filter({ hasText: said }).first().waitFor()
  }
  await page.getByRole('link', { name: /^Compare library\/shelf-1-volume-1$/ }).click()
  await page.locator('ins', { hasText: 'What stood here' }).waitFor()
}

/** The list of exports moves by itself, and says so where it cannot. */
async function watchList(page: Page): Promise<void> {
  await openSection(page, 'Exports')
  const newest = page.getByRole('table').getByRole('row').nth(1)
  await page.context().setOffline(true)
  await page.getByText('Connection lost').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Connection lost').waitFor({ state: 'detached', timeout: 60_000 })
  await newest.getByText('completed').waitFor({ timeout: 300_000 })
  await newest.getByText('Put the first shelf in order').waitFor()
  await newest.getByRole('link').first().click()
}

/** With the keyboard alone, from any page. */
async function findByKeys({ page, world, domain }: Story): Promise<void> {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill(domain)
  await dialog.getByRole('link', { name: `${domain} domain` }).waitFor()
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('link', { name: `${domain} domain` }).press('Enter')
  await page.waitForURL(`${world.url}/dashboard/${world.organization}/domains/${domain}`)
}

async function followAgentJob({ page, world, domain, hasScript }: Story): Promise<void> {
  await openSection(page, 'Agent jobs')
  await page.getByRole('link', { name: 'New agent job' }).first().click()
  await page.getByLabel('Project').selectOption({ label: `Docs of ${domain}` })
  await page.getByLabel('What should change?').fill(instruction)
  await page.getByRole('button', { name: 'Start agent job' }).click()
  const link = page.getByRole('link', { name: /^Pull request/ }).first()
  const deadline = Date.now() + 300_000
  while (!(await link.isVisible())) {
    if (Date.now() > deadline) throw new Error(`No pull request came: ${await page.locator('main').textContent()}`)
    await page.waitForTimeout(500)
    if (!hasScript) await page.reload()
  }
  if (hasScript) await expectTitle(page)
  const href = (await link.getAttribute('href')) ?? ''
  const [, number] = /\/pulls\/(\d+)$/.exec(href) ?? []
  const [, name] = /\/(e2e-[0-9a-f]+)\/pulls/.exec(href) ?? []
  const path = `/repos/${world.gitea.owner}/${name}/pulls/${number}`
  const found = await askGitea<{ changed_files: number; state: string }>(world.gitea, path)
  if (found?.state !== 'open' || found.changed_files !== 2) throw new Error(`Gitea says ${JSON.stringify(found)}`)
}

/** The job has got its name from the agent; the tab must know it too. */
async function expectTitle(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Archive/ }).waitFor()
  const heading = (await page.locator('h1').textContent()) ?? ''
  const title = await page.title()
  if (!title.startsWith(heading)) throw new Error(`The heading is “${heading}”, the title “${title}”.`)
}

async function archiveAgentJob({ page }: Story): Promise<void> {
  await page.getByRole('button', { name: /^Archive/ }).click()
  await page.getByText('archived').first().waitFor()
}

const acts = [
  'key.create',
  'key.rotate',
  'key.revoke',
  'project.create',
  'export.start',
  'export.link-bundle',
  'agent-job.create',
  'agent-job.archive',
]

async function readAudit({ page }: Story): Promise<void> {
  await openSection(page, 'Audit')
  const text = (await page.locator('main').textContent()) ?? ''
  const missing = acts.filter((act) => !text.includes(act))
  if (missing.length > 0) throw new Error(`The audit log lacks ${missing.join(', ')}.`)
  if (!text.includes(people.admin.name)) throw new Error('The audit log does not say who it was.')
}

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name }).click()
}
