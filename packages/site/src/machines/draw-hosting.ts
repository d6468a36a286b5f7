import type { SiteIndex } from '../model/site-index.ts'
import { readMoves } from '../plan/redirects/read-moves.ts'
import { drawApache } from './hosting/draw-apache.ts'
import { drawCaddy } from './hosting/draw-caddy.ts'
import { drawCloudFront } from './hosting/draw-cloudfront.ts'
import { drawNginx } from './hosting/draw-nginx.ts'
import { drawRedirectList } from './hosting/draw-redirect-list.ts'
import { drawS3 } from './hosting/draw-s3.ts'
import { listFolders } from './hosting/list-folders.ts'

interface TextFile {
  path: string
  text: string
}

/**
 * Settings that make a plain server answer as the host does: addresses without extension, moved addresses, the page for
 * unknown ones, types, and caching of what never changes. An author's text stands in them only percent-encoded or as
 * codes, since an operator will include the file in the configuration of his own server.
 */
export function* drawHosting(site: SiteIndex): Generator<TextFile> {
  const moves = readMoves(site.plan.config.redirects)
  const folders = listFolders(site)
  yield { path: '_redirects', text: drawRedirectList(moves) }
  yield { path: '_bindery/hosting/nginx.conf', text: drawNginx(moves) }
  yield { path: '_bindery/hosting/Caddyfile', text: drawCaddy(moves) }
  yield { path: '_bindery/hosting/htaccess', text: drawApache(moves) }
  yield { path: '_bindery/hosting/cloudfront.js', text: drawCloudFront(moves, folders) }
  yield { path: '_bindery/hosting/s3.json', text: drawS3(moves, folders) }
}
