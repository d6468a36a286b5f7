import type { World } from '../prepare-world.ts'
import type { EndedJob } from './run-tools.ts'
import { createVisitor, signIn, type Visitor } from './visit-dashboard.ts'

/** A form may have 512 KB. */
const longest = 60_000

const pieces = ['\u0316\u0300', '/', './', 'a', ' ', '1.', '::', '“', 'a@', '\r\n']

interface Visit {
  path: string
  fields?: Record<string, string>
}

/** What anybody may send, and what an admin may. Says how many visits it made, and which were answered with a fault. */
export async function visitDashboard(world: World, jobs: readonly EndedJob[], exports: readonly string[]) {
  const anybody = createVisitor(world)
  // Each costs what a password is meant to cost.
  const signIns = pieces.slice(0, 5).flatMap((piece, index): Visit[] => {
    const text = fill(piece)
    return [
      { path: '/sign-in', fields: { email: `patterns-${index}@example.com`, password: text } },
      { path: '/sign-in', fields: { email: `${text}@example.com`, password: 'wrong' } },
    ]
  })
  // Before there is anybody, nobody can sign in.
  const admin = await signIn(world)
  await anybody.get('/sign-in')
  const own = `/dashboard/${world.tenant.organization}`
  const faults = [
    ...(await makeVisits(anybody, signIns)),
    ...(await makeVisits(admin, [...listForms(own), ...listPages(own, jobs, exports)])),
  ]
  return { visits: signIns.length + listForms(own).length + listPages(own, jobs, exports).length, faults }
}

function listForms(own: string): Visit[] {
  return pieces.flatMap((piece, n) => {
    const text = fill(piece)
    const usual = {
      name: 'Patterns',
      repository: 'https://git.example.com/a/b',
      domain: `p${n}.example.org`,
      gitHost: 'auto',
    }
    return [
      { path: `${own}/projects/new`, fields: { ...usual, docsPath: `docs${text}x` } },
      { path: `${own}/projects/new`, fields: { ...usual, repository: `https://git.example.com/${text}` } },
      { path: `${own}/projects/new`, fields: { ...usual, branch: text } },
      { path: `${own}/keys/new`, fields: { name: 'Patterns', scope: 'read', addresses: text } },
    ]
  })
}

/** Transcripts with what the tools replaced, and reports. */
function listPages(own: string, jobs: readonly EndedJob[], exports: readonly string[]): Visit[] {
  return [
    ...jobs.map(({ id }) => ({ path: `${own}/agent-jobs/${id}` })),
    ...exports.flatMap((id) => [{ path: `${own}/exports/${id}` }, { path: `${own}/exports/${id}/report` }]),
    ...pieces.map((piece) => ({ path: `${own}/audit?action=${encodeURIComponent(fill(piece)).slice(0, 10_000)}` })),
  ]
}

async function makeVisits(visitor: Visitor, visits: readonly Visit[]): Promise<string[]> {
  const faults: string[] = []
  // One after the other, as a browser does it.
  for (const { path, fields } of visits) {
    const { status } = await (fields ? visitor.post(path, fields) : visitor.get(path))
    if (status >= 500) faults.push(`${path} answered ${status}`)
  }
  return faults
}

function fill(piece: string): string {
  return piece.repeat(Math.floor(longest / piece.length))
}
