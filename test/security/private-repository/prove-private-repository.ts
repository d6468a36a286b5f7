import { randomBytes } from 'node:crypto'
import { type Corpus, Tally } from '../corpus.ts'
import type { World } from '../prepare-world.ts'
import { readBundle, runExport } from '../run-exports.ts'

/** A private repository exports with its credential, and not without, nor with a wrong one, nor at another host. */
export const privateRepository: Corpus = {
  name: 'private-repository',
  async run(world) {
    const tally = new Tally()
    const { admin } = world.service
    const { guarded, open, secret, strayCredentials } = world.hosts
    const project = await makeProject(world, `${guarded.origin}/site.git`, DOMAIN)
    await expectAuthFailed(world, tally, 'without a credential')

    const wrong = `wrong-${randomBytes(16).toString('hex')}`
    world.secrets.set('wrong git credential', wrong)
    await admin(['project', 'credential', 'set', project], wrong)
    await expectAuthFailed(world, tally, 'with a wrong credential')

    await admin(['project', 'credential', 'set', project], `${secret}\n`)
    const { status, error, jobId } = await runExport(world, DOMAIN)
    if (status !== 'completed') throw new Error(`With its credential it ended ${status}: ${error}`)
    tally.check((await readBundle(world, jobId)).includes('Index'), 'the bundle has not the page of the repository')

    await admin(['project', 'update', project, '--repository', `${guarded.origin}/echo/site.git`])
    await expectAuthFailed(world, tally, 'where the host repeats the credential')

    await admin(['project', 'update', project, '--repository', `${open.origin}/site.git`])
    const moved = await runExport(world, DOMAIN)
    if (moved.status !== 'completed') throw new Error(`At the open host it ended ${moved.status}: ${moved.error}`)
    tally.check(strayCredentials() === 0, 'the credential was sent to another host')
    return tally
  },
}

const DOMAIN = 'guarded.example.com'

async function makeProject({ service: { admin }, tenant }: World, repository: string, domain: string): Promise<string> {
  const owner = ['--organization', tenant.organization]
  const args = ['project', 'create', ...owner, '--name', domain, '--repository', repository]
  const { id } = await admin<{ id: string }>(args)
  await admin(['domain', 'add', domain, '--project', id])
  return id
}

async function expectAuthFailed(world: World, tally: Tally, when: string): Promise<void> {
  const { status, errorCode } = await runExport(world, DOMAIN)
  const held = status === 'failed' && errorCode === 'repository_auth_failed'
  tally.check(held, `${when} the export ended ${status} ${errorCode}`)
}
