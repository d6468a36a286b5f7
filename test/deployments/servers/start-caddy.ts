import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount, Server } from './server.ts'
import { startProcess } from './start-process.ts'
import { askAt, type Placed, takePorts } from './take-ports.ts'

export async function startCaddy(mounts: Mount[], work: string): Promise<Server> {
  const placed = await takePorts(mounts)
  await mkdir(work, { recursive: true })
  const file = join(work, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n\tauto_https off\n}\n${placed.map(renderSite).join('')}`)
  const caddy = await startProcess(
    ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    placed.map(({ port }) => port),
    { HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
  )
  return { name: 'caddy', ask: askAt(placed), ...caddy }
}

/** As the guide says it. */
function renderSite({ folder, base, port }: Placed): string {
  const site = `root * ${folder}\n\timport ${folder}/_bindery/hosting/Caddyfile`
  const block =
    base === '' ? site : `redir ${base} ${base}/ 301\n\thandle_path ${base}/* {\n\tvars base ${base}\n\t${site}\n\t}`
  return `http://127.0.0.1:${port} {\n\tbind 127.0.0.1\n\t${block}\n}\n`
}
