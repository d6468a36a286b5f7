/**
 * `npm run chaos -- …`: what may befall a running service, on the real parts. Each of these is a suite; several may be
 * named at once:
 *
 *   --exports N --kills K --pauses P   workers killed, workers stopped and woken; a site gets a commit before every tenth export
 *   --exports N --pg-restarts R        the database crashes
 *   --promote N                        the database is lost during N exports, and its synchronous standby takes its place
 *   --s3-faults CALLS                  a tenth of the calls to the storage breaks
 *   --neighbours CHUNKS                another organization's queue
 *   --sigterm JOBS                     processes asked to end under load
 *   --cancel N                         an export cancelled at N moments of its life
 *   --agent-jobs N --kills K           workers killed in the middle of agent jobs
 *   --crowd N                          many agent jobs of several organizations at once, and exports beside them
 *   --lost-responses N                 starts whose response never reaches the client
 *   --follow SECONDS                   waiting for a job of so long costs a request in half a minute
 *   --poison N [--rest SECONDS]        N jobs that hang, crash, fill memory and disk, among three times as many others; and
 *                                      one of whose steps ends each worker that runs it
 */
import { parseArgs } from 'node:util'
import { expectTools } from '../support/tools.ts'
import { breakStorage } from './break-storage.ts'
import { cancelExports } from './cancel-exports.ts'
import { followQuietly } from './client/follow-quietly.ts'
import { loseResponses } from './client/lose-responses.ts'
import { crowdAgentJobs } from './crowd-agent-jobs.ts'
import { crowdNeighbour } from './crowd-neighbour.ts'
import { disturbWorkers } from './disturb-workers.ts'
import { joinFigures } from './join-figures.ts'
import { killAgentJobs } from './kill-agent-jobs.ts'
import type { Outcome } from './open-world.ts'
import { poisonWorkers } from './poison/poison-workers.ts'
import { promoteStandby } from './promote-standby.ts'
import { restartDatabase } from './restart-database.ts'
import { terminateUnderLoad } from './terminate-under-load.ts'

const { values } = parseArgs({
  options: {
    exports: { type: 'string' },
    kills: { type: 'string' },
    pauses: { type: 'string' },
    'pg-restarts': { type: 'string' },
    's3-faults': { type: 'string' },
    neighbours: { type: 'string' },
    sigterm: { type: 'string' },
    cancel: { type: 'string' },
    'agent-jobs': { type: 'string' },
    crowd: { type: 'string' },
    follow: { type: 'string' },
    'lost-responses': { type: 'string' },
    poison: { type: 'string' },
    promote: { type: 'string' },
    rest: { type: 'string', default: '60' },
    workers: { type: 'string', default: '3' },
    organizations: { type: 'string', default: '4' },
  },
})
const { exports = '60', kills = '0', pauses = '0', neighbours, sigterm, cancel, crowd } = values
const agentJobs = values['agent-jobs']
const { poison, promote, rest, follow } = values
const workers = Number(values.workers)
const restarts = values['pg-restarts']
const calls = values['s3-faults']
const lost = values['lost-responses']
const organizations = Number(values.organizations)
const trouble = { exports: Number(exports), kills: Number(kills), pauses: Number(pauses), workers, organizations }

const suites: Record<string, (() => Promise<Outcome>) | false | '' | undefined> = {
  workers: !agentJobs && (values.kills ?? values.pauses) !== undefined && (() => disturbWorkers(trouble)),
  'agent-jobs':
    agentJobs && (() => killAgentJobs({ agentJobs: Number(agentJobs), kills: Number(kills), workers, organizations })),
  crowd: crowd && (() => crowdAgentJobs({ agentJobs: Number(crowd), organizations })),
  database: restarts && (() => restartDatabase({ restarts: Number(restarts), exports: Number(exports) })),
  promotion: promote && (() => promoteStandby({ exports: Number(promote) })),
  storage: calls && (() => breakStorage({ calls: Number(calls) })),
  neighbours: neighbours && (() => crowdNeighbour({ chunks: Number(neighbours) })),
  sigterm: sigterm && (() => terminateUnderLoad({ requests: 50, jobs: Number(sigterm) })),
  responses: lost && (() => loseResponses({ starts: Number(lost) })),
  follow: follow && (() => followQuietly({ seconds: Number(follow) })),
  cancel: cancel && (() => cancelExports({ count: Number(cancel), workers })),
  poison: poison && (() => poisonWorkers({ hostile: Number(poison), restSeconds: Number(rest) })),
}

await expectTools(agentJobs || crowd ? ['services', 'gitea'] : ['services'])
const outcomes: [name: string, Outcome][] = []
for (const [name, run] of Object.entries(suites)) {
  if (!run) continue
  console.log(`${name} …`)
  const began = performance.now()
  const outcome = await run()
  outcomes.push([name, outcome])
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${name}: ${outcome.isKept ? 'kept' : 'FAIL'} after ${seconds} s, ${JSON.stringify(outcome.figures)}`)
}
if (outcomes.length === 0) throw new Error('Name a suite, for example: npm run chaos -- --exports 60 --kills 15')
console.log(JSON.stringify(joinFigures(outcomes)))
process.exitCode = outcomes.every(([, { isKept }]) => isKept) ? 0 : 1
