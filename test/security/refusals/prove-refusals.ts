import { type Corpus, Tally } from '../corpus.ts'
import type { World } from '../prepare-world.ts'
import { runExport } from '../run-exports.ts'
import type { Answer } from '../send-request.ts'
import { withoutNames } from './compare-answers.ts'
import { listOperations, missing, type Operation, type Things } from './list-operations.ts'
import { listWrongKeys } from './wrong-keys.ts'

/** Promise 7: every operation refuses everyone it must, and another tenant's thing looks like none at all. */
export const refusals: Corpus = {
  name: 'refusals',
  async run(world) {
    const tally = new Tally()
    const { demo } = world
    const operations = await listOperations(world)
    const { jobId, status } = await runExport(world, demo.domain, demo.apiKey)
    if (status !== 'completed') throw new Error(`The export of ${demo.domain} ended ${status}.`)
    const things: Things = {
      jobId,
      projectId: demo.projectId,
      id: demo.agentJobId,
      domain: demo.domain,
      path: 'index.html',
    }
    for (const operation of operations) {
      await admitTheRightKey(world, operation, things)
      await refuseWrongKeys(world, operation, things, tally)
      await refuseWrongRights(world, operation, things, tally)
      await hideFromOthers(world, operation, things, tally)
    }
    return tally
  },
}

/** Without this, a service that refuses everybody would pass. */
async function admitTheRightKey(
  { send, demo }: World,
  { name, ask, tooLate }: Operation,
  things: Things,
): Promise<void> {
  const answer = await send({ ...ask(things), key: demo.apiKey })
  const { status, text } = answer
  const isAdmitted = tooLate === undefined ? status < 300 : isRefusal(answer, 409, tooLate)
  if (!isAdmitted) throw new Error(`${name} refuses the right key: ${text}`)
}

async function refuseWrongKeys(
  { send, demo }: World,
  { name, ask }: Operation,
  things: Things,
  tally: Tally,
): Promise<void> {
  const question = ask(things)
  for (const { what, code, headers = {}, query = '' } of listWrongKeys(demo)) {
    const answer = await send({ ...question, url: question.url + query, headers })
    const challenge = answer.rawHeaders[answer.rawHeaders.indexOf('WWW-Authenticate') + 1]
    tally.check(isRefusal(answer, 401, code) && challenge === 'Bearer', `${name} with ${what}: ${summary(answer)}`)
  }
}

async function refuseWrongRights(
  { send, demo }: World,
  { name, ask, isWrite, needsPlan }: Operation,
  things: Things,
  tally: Tally,
): Promise<void> {
  const wrongs = [
    { key: demo.elsewhereKey, code: 'address_not_allowed' },
    { key: demo.suspendedKey, code: 'organization_suspended' },
    ...(isWrite ? [{ key: demo.readOnlyKey, code: 'insufficient_scope' }] : []),
    ...(needsPlan ? [{ key: demo.freePlanKey, code: 'plan_required' }] : []),
  ]
  // The refusal comes before any look at the body or for the thing.
  const questions = [ask(things), ask(missing), { ...ask(things), body: '{' }]
  for (const { key, code } of wrongs) {
    for (const question of questions) {
      const answer = await send({ ...question, key })
      tally.check(isRefusal(answer, 403, code), `${name} wanting ${code}: ${summary(answer)}`)
    }
  }
}

/** For another tenant, and for a key of another project, our things must not be told from things that are not there. */
async function hideFromOthers(
  { send, demo }: World,
  { name, ask, notFound }: Operation,
  things: Things,
  tally: Tally,
): Promise<void> {
  for (const key of [demo.otherOrgKey, demo.otherProjectKey]) {
    const foreign = await send({ ...ask(things), key })
    if (notFound === undefined) {
      const shown = Object.values({ ...things, path: things.jobId }).filter((id) => foreign.text.includes(`"${id}"`))
      tally.check(shown.length === 0, `${name} shows another's ${shown.join(', ')}: ${foreign.text}`)
      continue
    }
    const absent = await send({ ...ask(missing), key })
    const malformed = await send({ ...ask({ ...missing, jobId: "'", projectId: '%00', id: '..%2f' }), key })
    tally.check(isRefusal(foreign, 404, notFound), `${name} of another's thing: ${summary(foreign)}`)
    for (const other of [absent, malformed]) {
      const equal = withoutNames(foreign) === withoutNames(other)
      tally.check(
        equal,
        `${name} can tell another's thing from none:\n${withoutNames(foreign)}\n${withoutNames(other)}`,
      )
    }
  }
}

function isRefusal(answer: Answer, status: number, code: string): boolean {
  const { body = {} } = answer
  const isBare = !('jobId' in body || 'status' in body || 'bundleUrl' in body)
  return answer.status === status && body.code === code && typeof body.error === 'string' && isBare
}

function summary({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 200)}`
}
