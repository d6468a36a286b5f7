import type { z } from 'zod'
import { type HostAnswer, notAnApi } from './ask-host.ts'
import { accessRefused, pullRequestFailed } from './explain-response.ts'

export function readAnswer<Shape extends z.ZodType>(answer: HostAnswer, shape: Shape): z.output<Shape> {
  if (answer.status >= 300) throw pullRequestFailed(answer.words)
  const parsed = shape.safeParse(answer.json)
  if (!parsed.success) throw notAnApi()
  return parsed.data
}

/** Expects the list of pull requests that shows, before the push, whether the API can be used. */
export function expectPullRequests({ status, json, words }: HostAnswer): void {
  if (status >= 300) throw accessRefused(words)
  if (!Array.isArray(json)) throw notAnApi()
}

/** What was created; nothing if it was there: GitLab and Gitea answer 409 then, GitHub 422 and says so. */
export function readCreated<Shape extends z.ZodType>(answer: HostAnswer, shape: Shape): z.output<Shape> | undefined {
  const exists = answer.status === 409 || (answer.status === 422 && /already exists/i.test(answer.words))
  return exists ? undefined : readAnswer(answer, shape)
}
