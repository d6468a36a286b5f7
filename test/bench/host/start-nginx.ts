import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { freePort } from '../../../deploy/local/free-port.ts'
import { listFiles } from './make-bundle-folder.ts'
import { type Server, startServer } from './start-server.ts'

/** nginx as one would tune it for files: one worker, no log, files kept open, gzip made beforehand. */
export async function startNginx(site: string, work: string): Promise<Server> {
  for (const path of (await listFiles(site)).filter((name) => /\.(?:css|html|js|json|md|txt)$/.test(name))) {
    await writeFile(join(site, `${path}.gz`), await promisify(gzip)(await readFile(join(site, path)), { level: 9 }))
  }
  const port = await freePort()
  await mkdir(work, { recursive: true })
  await writeFile(join(work, 'nginx.conf'), render(site, work, port))
  return startServer(['nginx', '-p', work, '-c', join(work, 'nginx.conf'), '-e', join(work, 'error.log')], port)
}

function render(site: string, work: string, port: number): string {
  return `daemon off;
worker_processes 1;
pid ${work}/pid;
user root;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10000 inactive=60s;
  open_file_cache_valid 60s;
  gzip_static on;
  client_body_temp_path ${work}/body;
  proxy_temp_path ${work}/proxy;
  fastcgi_temp_path ${work}/fastcgi;
  uwsgi_temp_path ${work}/uwsgi;
  scgi_temp_path ${work}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${site};
    location / { try_files $uri $uri.html $uri/index.html =404; }
    location /_bindery/assets/ { add_header Cache-Control "public, max-age=31536000, immutable"; }
  }
}
`
}
