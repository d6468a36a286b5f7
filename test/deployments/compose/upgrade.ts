import { randomBytes } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildEarlierImage, buildPresentImage, findEarlierCommit } from '../in-flight/build-image.ts'
import type { Installation } from '../in-flight/installation.ts'
import { upgradeInFlight } from '../in-flight/upgrade.ts'
import { openClone } from './follow-readme.ts'

/** The present compose.yaml with the image of the commit `ref`, then with today's, then back, then with today's again. */
export async function upgradeCompose(root: string, ref: string, folder: string) {
  const earlier = await findEarlierCommit(root, ref)
  const images = { old: earlier.image, new: 'bindery' }
  const shell = await openClone(root, folder)
  await buildEarlierImage(root, earlier)
  await buildPresentImage(root)
  await shell('deploy/compose/setup')
  const token = randomBytes(24).toString('hex')
  const settings = {
    COMPOSE_FILE: 'compose.yaml:test/deployments/compose/upgrade.yaml',
    BINDERY_DEMO_GIT_TOKEN: token,
    // Node does not take names below localhost for this machine.
    BINDERY_S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:7070',
  }
  await appendFile(
    join(folder, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `\n${name}=${value}\n`)
      .join(''),
  )
  const installation: Installation = {
    url: 'http://127.0.0.1:8080',
    git: { url: 'http://git.localhost:3080', token },
    admin: async (args, input = '') =>
      JSON.parse(await runIn('api', ['bindery-server', 'admin', ...args, '--json'], input)),
    runOnGitHost: (command) => runIn('demo-git', command, ''),
    use: async (release) => {
      await shell('docker compose up --detach --wait --no-build', { BINDERY_IMAGE: images[release] })
    },
  }
  const runIn = (service: string, command: string[], input: string) =>
    shell(`printf %s "$INPUT" | docker compose exec -T ${service} ${command.map(quote).join(' ')}`, { INPUT: input })
  try {
    await installation.use('old')
    return await upgradeInFlight(installation)
  } finally {
    await shell('docker compose down --volumes')
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
