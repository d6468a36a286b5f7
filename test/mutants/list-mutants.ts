import { agent } from './areas/agent.ts'
import { bundle } from './areas/bundle.ts'
import { cleanup } from './areas/cleanup.ts'
import { engine } from './areas/engine.ts'
import { host } from './areas/host.ts'
import { keys } from './areas/keys.ts'
import { outbound } from './areas/outbound.ts'
import { people } from './areas/people.ts'
import { sanitizer } from './areas/sanitizer.ts'
import { tenancy } from './areas/tenancy.ts'
import type { Mutant } from './mutant.ts'

export function listMutants(): Mutant[] {
  const mutants = [agent, bundle, cleanup, engine, host, keys, outbound, people, sanitizer, tenancy].flat()
  const twice = mutants.find(({ name }, at) => mutants.findIndex((other) => other.name === name) !== at)
  if (twice) throw new Error(`Two mutants have the name ${twice.name}.`)
  return mutants
}
