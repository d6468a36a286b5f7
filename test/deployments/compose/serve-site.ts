import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from './follow-readme.ts'

export const siteUrl = 'http://127.0.0.1:8081/'
const up = 'docker compose --profile host up --detach'

/** The profile host: first without settings, then for a domain without an export, then for the one that was exported. */
export async function serveSite({ folder, shell }: Product, apiKey: string): Promise<string[]> {
  const faults: string[] = []
  const configure = (lines: string[]) => writeFile(join(folder, 'host.env'), `${lines.join('\n')}\n`)
  const listServers = () => shell('docker compose ps --quiet api worker')
  const inspect = (field: string) =>
    shell(`docker inspect --format '{{${field}}}' $(docker compose ps --all --quiet host)`)
  const before = await listServers()

  await configure([])
  await shell(`${up} host`)
  await until('the log names a variable', async () =>
    (await shell('docker compose logs host')).includes('BINDERY_STATIC_EXPORT_FOLLOW_URL'),
  )
  if ((await inspect('.RestartCount')).trim() !== '0') faults.push('A host without settings is restarted.')

  const follow = (domain: string) => [
    'BINDERY_STATIC_EXPORT_FOLLOW_URL=http://api:8080',
    `BINDERY_STATIC_EXPORT_FOLLOW_DOMAIN=${domain}`,
    `BINDERY_STATIC_EXPORT_FOLLOW_API_KEY=${apiKey}`,
  ]
  await configure(follow('none.example.com'))
  await shell(`${up} host`)
  await until('the host answers', async () => (await readStatus()) === 503)
  const check = await shell('docker compose exec -T host /app/entrypoint health && echo healthy || true')
  if (check.includes('healthy')) faults.push('A host that answers 503 is called healthy.')

  await configure(follow('demo.example.com'))
  await shell(`${up} --wait`)
  if ((await readStatus()) !== 200) faults.push('The host is healthy and does not serve the site.')
  if ((await listServers()) !== before) faults.push('Configuring the host made api or worker anew.')
  return faults
}

async function readStatus(): Promise<number> {
  return fetch(siteUrl).then(
    ({ status }) => status,
    () => 0,
  )
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Two minutes, and not yet: ${what}.`)
    await wait(200)
  }
}
