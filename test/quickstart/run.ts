/**
 * `npm run quickstart`: follows CONTRIBUTING.md as a newcomer does. Starts `npm run dev`, runs the five printed lines in an
 * empty folder, opens the unpacked site in Chromium, sees the link expire and come back, follows the agent to its pull
 * request, and exports the branch of that.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expectTools } from '../support/tools.ts'
import { exportBranch } from './export-branch.ts'
import { openInBrowser } from './open-in-browser.ts'
import { runShell } from './run-shell.ts'
import { startDev } from './start-dev.ts'

await expectTools(['services', 'gitea', 'chromium', 'curl', 'jq'])
const lifetimeSeconds = 5
const folder = mkdtempSync(join(tmpdir(), 'bindery-quickstart-'))
console.log('      npm run dev …')
const dev = await startDev({ BINDERY_BUNDLE_LINK_LIFETIME: `${lifetimeSeconds}s` })
try {
  await expectOnThisMachineAlone(dev.port)
  const [start = '', poll = '', bundle = '', download = '', agentJob = '', ask = '', pollAgentJob = ''] = dev.lines
  const env = { BINDERY_API_KEY: dev.key, JOB: await runShell(`${start}`, folder, { BINDERY_API_KEY: dev.key }) }

  console.log('      an export, its bundle and its site …')
  const seen = await pollToTheEnd(poll, env)
  await runShell(bundle, folder, env)
  const first = readBundle()
  await runShell(download, folder, env)
  await openInBrowser(join(folder, 'site/index.html'), 'What Bindery is')
  assert.equal(JSON.parse(await runShell(agentJob, folder, env)).status, 'active')
  console.log('      an expired link …')
  const expiry = await seeTheLinkExpire(bundle, env, first)
  console.log('      an agent job and an export of its branch …')
  const ended = await followTheAgent(ask, pollAgentJob, env)
  console.log(JSON.stringify({ failed: 0, polls: seen.length, pageCounts: [...new Set(seen)], ...expiry, ...ended }))
} finally {
  await dev.stop()
  rmSync(folder, { recursive: true })
}

/** Its address says 127.0.0.1, so nobody at another address of this machine gets in. */
async function expectOnThisMachineAlone(port: number): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/healthz`)
  await assert.rejects(fetch(`http://127.0.0.2:${port}/healthz`), 'the API listens at every address')
}

function readBundle(): { bundleUrl: string; expiresAt: string; sha256: string } {
  return JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8'))
}

async function pollToTheEnd(poll: string, env: Record<string, string>): Promise<number[]> {
  const pageCounts: number[] = []
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    const { status, pageCount } = JSON.parse(await runShell(poll, folder, env))
    pageCounts.push(pageCount)
    if (status === 'completed') return pageCounts
    assert.notEqual(status, 'failed')
    await delay(100)
  }
  throw new Error('The export of the demo site did not end within five minutes.')
}

/** From an instruction to a pull request that a person can read, of exactly the two pages that it names. */
async function followTheAgent(ask: string, poll: string, env: Record<string, string>) {
  const asked = { ...env, AGENT_JOB: await runShell(ask, folder, env) }
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    const { status, prLink, changedFiles, error } = JSON.parse(await runShell(poll, folder, asked))
    assert.notEqual(status, 'failed', error)
    if (status === 'completed') {
      assert.deepEqual(changedFiles, ['cli.mdx', 'quickstart.mdx'])
      const diff = await (await fetch(`${prLink}.diff`)).text()
      assert.deepEqual(
        [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file),
        changedFiles,
      )
      assert.match(diff, /^\+.*--region/m)
      return { pullRequest: new URL(prLink).pathname, brokenLinks: await exportBranch(prLink) }
    }
    await delay(200)
  }
  throw new Error('The agent did not end within five minutes.')
}

async function seeTheLinkExpire(bundle: string, env: Record<string, string>, first: ReturnType<typeof readBundle>) {
  await runShell(bundle, folder, env)
  const link = readBundle()
  const before = (await fetch(link.bundleUrl)).status
  assert.equal(before, 200)
  await delay(Date.parse(link.expiresAt) - Date.now() + 1_500)
  const after = (await fetch(link.bundleUrl)).status
  assert.equal(after, 403)
  await runShell(bundle, folder, env)
  const fresh = readBundle()
  assert.equal((await fetch(fresh.bundleUrl)).status, 200)
  assert.equal(fresh.sha256, first.sha256)
  return { before, afterExpiry: after, sameSha256: fresh.sha256 === first.sha256 }
}
