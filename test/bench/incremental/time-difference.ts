import type { Tenant } from '../../support/make-tenant.ts'

interface ChangeList {
  pages: { kind: string; path: string; from: string | null }[]
  nextCursor: string | null
}

interface TimedDifference {
  /** Until the whole list has come, of two exports that were not compared before. */
  ms: number
  /** What is missing, and what nobody edited. */
  wrong: string[]
}

/** The difference of two exports through the API, beside the edits that were made between them. */
export async function timeDifference(
  url: string,
  { key }: Tenant,
  { jobId, since }: { jobId: string; since: string },
  edits: readonly string[],
): Promise<TimedDifference> {
  const beganAt = performance.now()
  const found: string[] = []
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const query = new URLSearchParams({ since, limit: '1000', cursor })
    const answer = await fetch(`${url}/v1/static-export/jobs/${jobId}/changes?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    if (!answer.ok) throw new Error(`The exports were not compared: ${answer.status} ${await answer.text()}`)
    const list = (await answer.json()) as ChangeList
    // Pages around an edited one have the same text in another frame.
    const edited = list.pages.filter(({ kind }) => kind !== 'rendered')
    found.push(...edited.map(({ kind, path, from }) => `${kind} ${path}${from === null ? '' : ` from ${from}`}`))
    cursor = list.nextCursor
  }
  const ms = performance.now() - beganAt
  const missing = edits.filter((edit) => !found.includes(edit)).map((edit) => `missing: ${edit}`)
  return { ms, wrong: [...missing, ...found.filter((one) => !edits.includes(one)).map((one) => `not edited: ${one}`)] }
}
