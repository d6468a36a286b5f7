import type { World } from '../prepare-world.ts'
import type { Question } from '../send-request.ts'

/** Requests of people who put their key where it does not belong: none may come back, be logged or be kept. */
export async function misplaceKeys({ send, service, tenant: { key } }: World): Promise<void> {
  const jobs = `${service.url}/v1/static-export/jobs`
  const post = { method: 'POST', url: jobs, key }
  const questions: Question[] = [
    { ...post, body: { domain: key } },
    { ...post, body: { domain: DOMAIN, apiKey: key } },
    { ...post, body: { domain: DOMAIN, ref: `-${key}` } },
    { ...post, body: { domain: DOMAIN, version: `v ${key}` } },
    { ...post, body: `{"domain":"${key}` },
    { ...post, body: `{"domain":"${key.repeat(2_000)}"}` },
    { ...post, body: `key=${key}`, headers: { 'content-type': 'text/plain' } },
    { ...post, body: { domain: DOMAIN }, headers: { 'idempotency-key': key } },
    { ...post, body: { domain: DOMAIN }, headers: { 'idempotency-key': `${key} ` } },
    { ...post, body: { domain: DOMAIN }, headers: { 'x-request-id': key } },
    { ...post, body: { domain: 'nobody.example.com' }, headers: { 'x-request-id': key } },
    { url: `${jobs}?cursor=${key}&key=${key}`, key },
    { url: `${jobs}?key=${key}` },
    { url: `${jobs}/${key}`, key },
    { url: `${service.url}/${key}`, key },
    { url: `${service.url}/${key}` },
    { method: 'DELETE', url: `${jobs}?key=${key}`, key },
    { method: 'POST', url: `${jobs}/${key}/bundle`, key, body: { since: key } },
    { url: jobs, headers: { authorization: key, cookie: `key=${key}`, 'x-api-key': key, 'user-agent': key } },
    { url: jobs, headers: { authorization: `Bearer ${key} ${key}`, referer: `http://example.com/${key}` } },
    { url: jobs, headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } },
    { url: jobs, headers: { authorization: `Bearer ${key}`, prefer: `wait=${key}`, 'if-none-match': `"${key}"` } },
  ]
  for (const question of questions) {
    await send(question)
    await send({ ...question, headers: { ...question.headers, accept: 'application/problem+json' } })
  }
}

/** Of the corpus private-repository, or of nobody; what these requests ask for does not matter. */
const DOMAIN = 'guarded.example.com'
