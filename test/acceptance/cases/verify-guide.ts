import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCommands } from '../../support/write-commands.ts'
import { type Case, startAndWait, type World } from '../case.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const guide = readFileSync(join(root, 'docs/publish/verify.mdx'), 'utf8')

export const verifyGuideCases: Case[] = [
  {
    operation: 'createBundle',
    status: 200,
    promise: 'the commands of the guide on verifying and updating run as they stand',
    run: runGuide,
  },
]

async function runGuide(world: World): Promise<void> {
  const { demo } = world
  const { ended: earlier } = await startAndWait(world, demo.domain, { ref: demo.earlierCommit })
  const { ended: later } = await startAndWait(world, demo.domain)
  const folder = mkdtempSync(join(tmpdir(), 'bindery-guide-'))
  try {
    const env = {
      PATH: `${writeCommands(folder)}:${process.env.PATH}`,
      BASE_URL: demo.baseUrl,
      ADMIN_API_KEY: demo.apiKey,
      DOMAIN: demo.domain,
      JOB_ID: earlier.body.jobId,
      NEXT_JOB_ID: later.body.jobId,
    }
    const run = (who: string) =>
      execFileSync('bash', ['-euo', 'pipefail', '-c', blocksOf(who)], {
        cwd: folder,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    run('Operator')
    // The key that this service signs with, in the place of the one that was just made.
    writeFileSync(join(folder, 'bindery.pem'), demo.signingPublicKey)
    const said = run('Receiver')
    assert.match(said, /^bundle\.tar\.gz is whole: .* was not checked/m)
    assert.match(said, /^bundle\.tar\.gz is whole: .* Signed with the accepted key/m)
    assert.match(said, /^site is updated: .* Signed with the accepted key/m)
    assert.match(said, /^Signature Verified Successfully/m)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function blocksOf(who: string): string {
  const blocks = [...guide.matchAll(new RegExp(`^\`\`\`sh ${who}\\n(.*?)^\`\`\``, 'gms'))].map(([, lines]) => lines)
  assert.ok(blocks.length > 1, `the guide has no commands for the ${who}`)
  return blocks.join('\n')
}
