import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount, Server } from './server.ts'
import { startProcess } from './start-process.ts'
import { askAt, type Placed, takePorts } from './take-ports.ts'

// Where Debian keeps them; other systems name the folder themselves.
const modules = process.env.APACHE_MODULES ?? '/usr/lib/apache2/modules'
const needed = ['mpm_event', 'authz_core', 'alias', 'dir', 'env', 'headers', 'mime', 'rewrite']

/** At the root by `.htaccess` in a copy of the site, below a path by its `<Directory>`: the two ways of the guide. */
export async function startApache(mounts: Mount[], work: string): Promise<Server> {
  const placed = await takePorts(mounts)
  await mkdir(join(work, 'empty'), { recursive: true })
  for (const { folder, site } of mounts.filter(({ base }) => base === '')) {
    await cp(folder, join(work, site), { recursive: true })
    await copyFile(join(folder, '_bindery/hosting/htaccess'), join(work, site, '.htaccess'))
  }
  const file = join(work, 'apache.conf')
  await writeFile(file, renderConfig(placed, work))
  const apache = await startProcess(
    ['apache2', '-f', file, '-D', 'FOREGROUND'],
    placed.map(({ port }) => port),
  )
  return { name: 'apache', ask: askAt(placed), ...apache }
}

function renderConfig(mounts: Placed[], work: string): string {
  return `${needed.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
ServerName 127.0.0.1
PidFile ${work}/pid
ErrorLog ${work}/error.log
DefaultRuntimeDir ${work}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
TypesConfig /dev/null
${mounts.map((mount) => renderHost(mount, work)).join('')}`
}

function renderHost({ site, folder, base, port }: Placed, work: string): string {
  const root = base === '' ? join(work, site) : join(work, 'empty')
  const block =
    base === ''
      ? `<Directory ${root}>
    Require all granted
    Options FollowSymLinks
    AllowOverride FileInfo Indexes
  </Directory>`
      : `RedirectMatch 301 ^${base}$ ${base}/
  Alias ${base}/ ${folder}/
  <Directory ${folder}>
    Require all granted
    Options FollowSymLinks
    Include ${folder}/_bindery/hosting/htaccess
  </Directory>`
  return `Listen 127.0.0.1:${port}
<VirtualHost 127.0.0.1:${port}>
  DocumentRoot ${root}
  ${block}
</VirtualHost>
`
}
