import { encodeMoves, redirectsFile } from '@bindery/bundle'
import type { SiteIndex } from '../../model/site-index.ts'
import { readMoves } from '../../plan/redirects/read-moves.ts'
import { drawApache } from './draw-apache.ts'
import { drawCaddy } from './draw-caddy.ts'
import { drawCloudFront } from './draw-cloudfront.ts'
import { drawNginx } from './draw-nginx.ts'
import { drawRedirectList } from './draw-redirect-list.ts'
import { drawS3 } from './draw-s3.ts'
import { listFolders } from './list-folders.ts'

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
  yield { path: redirectsFile, text: encodeMoves(moves) }
  yield { path: '_redirects', text: drawRedirectList(moves) }
  yield { path: '_bindery/hosting/nginx.conf', text: drawNginx(moves) }
  yield { path: '_bindery/hosting/Caddyfile', text: drawCaddy(moves) }
  yield { path: '_bindery/hosting/htaccess', text: drawApache(moves) }
  yield { path: '_bindery/hosting/cloudfront.js', text: drawCloudFront(moves, folders) }
  yield { path: '_bindery/hosting/s3.json', text: drawS3(moves, folders) }
}
