import { createOrganization } from '../../../deploy/local/create-organization.ts'
import type { Installation } from './installation.ts'

export interface Tenant {
  key: string
  /** With a site of so many pages that an export of it can be caught at every stage. */
  domain: string
  /** With a repository that takes pull requests. */
  project: string
}

const pages = 120

export async function makeTenants(installation: Installation, count: number): Promise<Tenant[]> {
  await seedLargeSite(installation)
  const tenants: Tenant[] = []
  for (let i = 0; i < count; i++) tenants.push(await makeTenant(installation, `flight${i}`))
  return tenants
}

async function seedLargeSite({ runOnGitHost }: Installation): Promise<void> {
  const script = `
    import { execFileSync } from 'node:child_process'
    import { makeDemoSite } from '/deploy/local/make-demo-site.ts'
    import { seedRepository } from '/deploy/local/seed-repository.ts'
    execFileSync('/app/entrypoint', ['bindery', 'new', '/tmp/small'])
    makeDemoSite('/tmp/large', ${pages}, '/tmp/small')
    await seedRepository('demo/large', '/tmp/large', { root: '/var/lib/bindery', url: '' })`
  await runOnGitHost(['node', '--input-type=module', '--eval', script])
}

async function makeTenant({ admin, git }: Installation, name: string): Promise<Tenant> {
  const create = <Made>(what: string, ...rest: string[]) => admin<Made>([what, 'create', '--name', name, ...rest])
  const id = await createOrganization(admin, name)
  const createProject = async (repository: string, ...rest: string[]) => {
    const url = `${git.url}/demo/${repository}.git`
    return (await create<{ id: string }>('project', '--organization', id, '--repository', url, ...rest)).id
  }
  const domain = `${name}.example.com`
  await admin(['domain', 'add', domain, '--project', await createProject('large')])
  const project = await createProject('site', '--git-host', 'gitea')
  await admin(['project', 'credential', 'set', project], git.token)
  const { key } = await create<{ key: string }>('key', '--organization', id)
  return { key, domain, project }
}
