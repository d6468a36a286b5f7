import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount, Server } from './server.ts'
import { startProcess } from './start-process.ts'
import { askAt, type Placed, takePorts } from './take-ports.ts'

export async function startNginx(mounts: Mount[], work: string): Promise<Server> {
  const placed = await takePorts(mounts)
  await mkdir(work, { recursive: true })
  const file = join(work, 'nginx.conf')
  await writeFile(file, renderConfig(placed, work))
  const nginx = await startProcess(
    ['nginx', '-p', work, '-c', file, '-e', join(work, 'error.log')],
    placed.map(({ port }) => port),
  )
  return { name: 'nginx', ask: askAt(placed), ...nginx }
}

function renderConfig(mounts: Placed[], work: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
worker_processes 1;
pid ${work}/pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${work}/${name};`).join('\n  ')}
  ${mounts.map(renderServer).join('\n  ')}
}
`
}

/** As the guide says it. */
function renderServer({ folder, base, port }: Placed): string {
  const location =
    base === ''
      ? `location / {
      set $base "";`
      : `location = ${base} { return 301 ${base}/$is_args$args; }
    location ^~ ${base}/ {
      set $base ${base};
      rewrite ^${base}(/.*)$ $1;`
  return `server {
    listen 127.0.0.1:${port};
    ${location}
      root ${folder};
      include ${folder}/_bindery/hosting/nginx.conf;
    }
  }`
}
