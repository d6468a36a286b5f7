import { agent } from './areas/agent.ts'
import { authorCode } from './areas/author-code.ts'
import { bundle } from './areas/bundle.ts'
import { cleanup } from './areas/cleanup.ts'
import { domains } from './areas/domains.ts'
import { engine } from './areas/engine.ts'
import { host } from './areas/host.ts'
import { keys } from './areas/keys.ts'
import { knownBrowsers } from './areas/known-browsers.ts'
import { outbound } from './areas/outbound.ts'
import { people } from './areas/people.ts'
import { sanitizer } from './areas/sanitizer.ts'
import { tenancy } from './areas/tenancy.ts'
import { transactions } from './areas/transactions.ts'
import type { Mutant } from './mutant.ts'

export function listMutants(): Mutant[] {
  const areas = [
    agent,
    authorCode,
    bundle,
    cleanup,
    domains,
    engine,
    host,
    keys,
    knownBrowsers,
    outbound,
    people,
    sanitizer,
  ]
  const mutants = [...areas, tenancy, transactions].flat()
  const twice = mutants.find(({ name }, at) => mutants.findIndex((other) => other.name === name) !== at)
  if (twice) throw new Error(`Two mutants have the name ${twice.name}.`)
  return mutants
}
