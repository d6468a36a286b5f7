import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrganization } from '../../../deploy/local/create-organization.ts'
import { makeDemoSite } from '../../../deploy/local/make-demo-site.ts'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'
import { plantProjects } from '../../security/plant-projects.ts'
import { listMadePages, type Site } from '../export-world.ts'
import type { World } from '../open-world.ts'
import { seedHostileSites } from './hostile-sites.ts'

export interface Organization {
  key: string
  sites: Site[]
}

export interface Organizations {
  ordinary: Organization[]
  /** Each has every hostile site, in the order of their list. */
  hostile: Organization[]
}

// The smaller is exported whole, so that its exports take over pages of earlier ones; of the larger the pages, anew each time.
const sizes = { whole: 10, parts: 40 }

/** Two with ordinary sites, and two with hostile ones. */
export async function makeOrganizations(world: World): Promise<Organizations> {
  const [ordinary, hostile] = await Promise.all([Promise.all(Object.values(sizes).map(seedSite)), seedHostileSites()])
  const parts = listMadePages(sizes.parts)
  const makeOrdinary = async (name: string) => {
    const { key, sites } = await makeOrganization(world, name, ordinary)
    return { key, sites: sites.map((site, at) => (at === 0 ? site : { ...site, paths: parts })) }
  }
  const makeHostile = (name: string) => makeOrganization(world, name, hostile)
  const [a, b, c, d] = await Promise.all([
    makeOrdinary('ordinary-a'),
    makeOrdinary('ordinary-b'),
    makeHostile('hostile-a'),
    makeHostile('hostile-b'),
  ])
  return { ordinary: [a, b], hostile: [c, d] }
}

async function makeOrganization({ service, pool }: World, name: string, repositories: string[]): Promise<Organization> {
  const { admin } = service
  const id = await createOrganization(admin, name)
  const { key } = await admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'poison'])
  const domains = await plantProjects({ database: pool, tenant: { organization: id, key } }, name, repositories)
  return { key, sites: domains.map((domain) => ({ domain: String(domain) })) }
}

const docs = JSON.stringify({
  name: 'Ordinary',
  theme: 'mint',
  navigation: { groups: [{ group: 'Start', pages: ['index'] }] },
})

async function seedSite(pages: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-site-'))
  const [source, site] = [join(folder, 'source'), join(folder, 'site')]
  try {
    mkdirSync(source)
    writeFileSync(join(source, 'docs.json'), docs)
    writeFileSync(join(source, 'index.mdx'), 'An ordinary site.')
    makeDemoSite(site, pages, source)
    return (await seedRepository(`public/beside-poison-${pages}`, site)).url
  } finally {
    rmSync(folder, { recursive: true })
  }
}
