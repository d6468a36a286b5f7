import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Demo } from '../support/demo.ts'

/** Exports what a pull request would merge, and says how many links of it are broken: none may be. */
export async function exportBranch(prLink: string): Promise<number> {
  const demo = JSON.parse(readFileSync(new URL('../../.dev/demo.json', import.meta.url), 'utf8')) as Demo
  const { origin, pathname } = new URL(prLink)
  const pull = (await (await fetch(`${origin}/api/v1/repos${pathname}`)).json()) as { head: { ref: string } }
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${demo.baseUrl}/v1/static-export/jobs${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${demo.apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.ok(answer.ok, `${path} answered ${answer.status}`)
    return (await answer.json()) as Answer
  }
  const { jobId } = await ask<{ jobId: string }>('', { domain: demo.agentDomain, ref: pull.head.ref })
  await waitUntilCompleted(() => ask(`/${jobId}`))
  const { counts } = await ask<{ counts: { findings: Record<string, number> } }>(`/${jobId}/report`)
  const broken = (counts.findings.broken_link ?? 0) + (counts.findings.broken_anchor ?? 0)
  assert.equal(broken, 0, 'The exported branch has broken links.')
  return broken
}

async function waitUntilCompleted(read: () => Promise<{ status: string; error: string | null }>): Promise<void> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    const { status, error } = await read()
    assert.notEqual(status, 'failed', error ?? '')
    if (status === 'completed') return
    await delay(200)
  }
  throw new Error('The export of the branch did not end within five minutes.')
}
