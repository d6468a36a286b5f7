import { encodeMoves, redirectsFile } from '@bindery/bundle'
import type { SiteIndex } from '../../model/site-index.ts'
import { readMoves } from '../../plan/redirects/read-moves.ts'
import { listFolders } from './list-folders.ts'
import { renderApache } from './render-apache.ts'
import { renderCaddy } from './render-caddy.ts'
import { renderCloudFront } from './render-cloudfront.ts'
import { renderNginx } from './render-nginx.ts'
import { renderRedirectList } from './render-redirect-list.ts'
import { renderS3 } from './render-s3.ts'

interface TextFile {
  path: string
  text: string
}

/**
 * Settings that make a plain server answer as the host does: addresses without extension, moved addresses, the page for
 * unknown ones, types, and caching of what never changes. An author's text stands in them only percent-encoded or as
 * codes, since an operator will include the file in the configuration of his own server.
 */
export function* renderHosting(site: SiteIndex): Generator<TextFile> {
  const moves = readMoves(site.plan.config.redirects)
  const folders = listFolders(site)
  yield { path: redirectsFile, text: encodeMoves(moves) }
  yield { path: '_redirects', text: renderRedirectList(moves) }
  yield { path: '_bindery/hosting/nginx.conf', text: renderNginx(moves) }
  yield { path: '_bindery/hosting/Caddyfile', text: renderCaddy(moves) }
  yield { path: '_bindery/hosting/htaccess', text: renderApache(moves) }
  yield { path: '_bindery/hosting/cloudfront.js', text: renderCloudFront(moves, folders) }
  yield { path: '_bindery/hosting/s3.json', text: renderS3(moves, folders) }
}
