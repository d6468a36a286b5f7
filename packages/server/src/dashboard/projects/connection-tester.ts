import {
  type ConnectionCheck,
  type TestedSource,
  testConnection,
  testRepository,
} from '../../core/projects/test-connection.ts'
import { reachOf } from '../../outbound/reach-of.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'
import { Problem } from '../problem.ts'

/** Each git process may take 256 MiB of memory, and this process answers everybody else meanwhile. */
const atOnce = 2

type Own = Parameters<typeof testConnection>[1]

export interface ConnectionTester {
  testProject(own: Own): Promise<ConnectionCheck[]>
  /** A repository that is not connected yet. */
  testSource(source: TestedSource): Promise<ConnectionCheck[]>
}

export function createConnectionTester({
  db,
  credentials,
  git: policy,
  network,
}: Pick<DashboardDeps, 'db' | 'credentials' | 'git' | 'network'>): ConnectionTester {
  const reach = reachOf(policy, network)
  let running = 0
  return {
    testProject: (own) => alone(() => testConnection({ db, credentials, reach }, own)),
    testSource: (source) => alone(() => testRepository({ reach }, source)),
  }

  async function alone(test: () => Promise<ConnectionCheck[]>): Promise<ConnectionCheck[]> {
    if (running >= atOnce) {
      throw new Problem(429, 'Other connections are being tested right now. Try again in half a minute.')
    }
    running++
    try {
      return await test()
    } finally {
      running--
    }
  }
}
