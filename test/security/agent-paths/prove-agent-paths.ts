import { randomBytes } from 'node:crypto'
import { runningGitea } from '../../../deploy/local/seed-gitea.ts'
import { mapAtOnce } from '../../support/map-at-once.ts'
import type { Sample } from '../../support/sample.ts'
import { type Corpus, type Size, Tally } from '../corpus.ts'
import type { Injection } from '../injections/injection.ts'
import { makeAgentProjects } from '../injections/make-agent-projects.ts'
import { plantInjections, urlOf } from '../injections/plant-injections.ts'
import { runAgent } from '../injections/run-agent.ts'
import { writeScript } from '../injections/write-script.ts'
import type { World } from '../prepare-world.ts'
import { listAttempts } from './attempts.ts'
import { documentation } from './documentation.ts'
import { judgePaths } from './judge-paths.ts'
import { judgeTexts } from './judge-texts.ts'
import { nameTargets, openTargets } from './open-targets.ts'
import { listTexts } from './texts.ts'

/** A worker runs five. */
const AT_ONCE = 8

/**
 * The agent edits documentation only: whatever a model asks for, no file that a program runs is made, changed, renamed or
 * removed, and no text of a pull request makes the git host do anything.
 */
export function createAgentPaths(size: Size, sample: Sample): Corpus {
  const attempts = listAttempts(size, sample)
  return { name: 'agent-paths', run: (world) => proveAgentPaths(world, attempts) }
}

async function proveAgentPaths(world: World, attempts: readonly Injection[]): Promise<Tally> {
  const place = { gitea: runningGitea(), name: `paths-${randomBytes(4).toString('hex')}` }
  const targets = nameTargets(place)
  const [paths, texts] = [[documentation, ...attempts], listTexts(targets)]
  const around = { bait: world.bait.origin, outside: world.folder, token: '', key: '' }
  const agents = await makeAgentProjects(world, urlOf(place), place.gitea.token)
  await using planted = await plantInjections(world, place, [...paths, ...texts], around)
  await using opened = await openTargets(place, targets)
  world.model.play(new Map([...paths, ...texts].map((one) => [one.name, writeScript(one, around)])))

  const project = agents.get('') ?? ''
  const ended = await mapAtOnce([...paths, ...texts], AT_ONCE, async (injection) => {
    return { ...(await runAgent(world, injection, project)), project }
  })
  const tally = new Tally()
  await judgePaths(world, planted, ended.slice(0, paths.length), tally)
  await judgeTexts(planted, opened, targets, ended.slice(paths.length), tally)
  return tally
}
