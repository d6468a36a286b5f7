import { randomBytes } from 'node:crypto'
import { askGitea } from '../../../deploy/local/seed-gitea.ts'
import type { Planted } from '../injections/plant-injections.ts'
import { type Targets, writeSummary } from './texts.ts'

type Place = Pick<Planted, 'gitea' | 'name'>

export interface OpenTargets extends AsyncDisposable {
  /** What somebody's text has done to the issue with this number. */
  listEffects(issue: number): Promise<string[]>
  /** The numbers of issues and pull requests that mention the person. */
  listMentions(): Promise<number[]>
}

export function nameTargets({ gitea, name }: Place): Targets {
  const repository = `${gitea.owner}/${name}`
  return { person: `person-${randomBytes(4).toString('hex')}`, repository, url: `${gitea.url}/${repository}` }
}

/** Somebody to be mentioned, and two issues to be closed: the first by texts of the product, the other by our own. */
export async function openTargets({ gitea, name }: Place, targets: Targets): Promise<OpenTargets> {
  const ask = <Answer>(method: string, path: string, body?: object) =>
    askGitea<Answer>(gitea, path, { method, ...(body && { body }) })
  const { person } = targets
  const repository = `/repos/${gitea.owner}/${name}`
  const password = randomBytes(16).toString('hex')
  await ask('POST', '/admin/users', { username: person, email: `${person}@example.com`, password })
  await ask('PUT', `${repository}/collaborators/${person}`, { permission: 'write' })
  for (const title of ['To be left alone', 'To be closed']) await ask('POST', `${repository}/issues`, { title })
  return {
    async listEffects(issue) {
      const { state } = (await ask<{ state: string }>('GET', `${repository}/issues/${issue}`)) ?? {}
      const timeline = await ask<{ type: string }[]>('GET', `${repository}/issues/${issue}/timeline`)
      const events = (timeline ?? []).map(({ type }) => type)
      return state === 'open' ? events : [...events, `it is ${state}`]
    },
    async listMentions() {
      const found = await ask<{ number: number }[]>('GET', `${repository}/issues?state=all&mentioned_by=${person}`)
      return (found ?? []).map(({ number }) => number)
    },
    async [Symbol.asyncDispose]() {
      await ask('DELETE', `/admin/users/${person}?purge=true`)
    },
  }
}

/** Whether Gitea does anything at all for such a text, when it comes as it is. Gives the number of its issue. */
export async function provokeGitea({ gitea, name }: Place, targets: Targets): Promise<number> {
  const body = writeSummary(targets).replaceAll('#1', '#2').replaceAll('/issues/1', '/issues/2')
  const made = await askGitea<{ number: number }>(gitea, `/repos/${gitea.owner}/${name}/issues`, {
    method: 'POST',
    body: { title: 'As it is', body },
  })
  return made?.number ?? 0
}
