import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Installation } from '../in-flight/installation.ts'
import { kubectl, namespace } from './tools.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What the product needs around it, and the namespace that it goes to. */
export async function prepareNamespace(): Promise<{ token: string }> {
  const token = randomBytes(24).toString('hex')
  const fill: Record<string, string> = {
    ROOT: root,
    PASSWORD: token,
    CREDENTIAL_KEY: randomBytes(32).toString('base64'),
  }
  const manifest = await readFile(new URL('backing.yaml', import.meta.url), 'utf8')
  await kubectl(
    ['apply', '--filename', '-'],
    manifest.replace(/@([A-Z_]+)@/g, (all, name) => fill[name] ?? all),
  )
  await kubectl(['--namespace', 'backing', 'wait', 'pod', '--all', '--for=condition=Ready', '--timeout=300s'])
  return { token }
}

/** The release, whatever its image and its chart are. */
export function openInstallation(token: string, use: Installation['use']): Installation {
  const command = (args: string[]) => ['bindery-server', 'admin', ...args, '--json']
  return {
    url: 'http://bindery-api.bindery.svc.cluster.local',
    git: { url: 'http://git.backing.svc.cluster.local:3080', token },
    admin: async (args, input) =>
      JSON.parse(
        await kubectl(
          ['--namespace', namespace, 'exec', '--stdin', 'deployment/bindery-api', '--', ...command(args)],
          input,
        ),
      ),
    runOnGitHost: (args) => kubectl(['--namespace', 'backing', 'exec', 'git', '--container', 'git', '--', ...args]),
    use,
  }
}
