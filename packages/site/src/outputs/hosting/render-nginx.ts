import type { Move } from '@bindery/bundle'
import { fillTarget } from './fill-target.ts'
import { extensionsByType, forEver, hashedName, textTypes } from './media-types.ts'
import { bytes, spellWhole } from './spell-pattern.ts'

/**
 * Stands inside a location, so that it leaves the rest of a server alone. `try_files` is of no use there: it is not
 * inherited by `if`, and cannot send a reader to the same address with a slash.
 */
export function renderNginx(moves: Move[]): string {
  const types = Object.entries(extensionsByType).map(([type, extensions]) => `  ${type} ${extensions};`)
  return `# In a server: location / { set $base ""; root /srv/site; include /srv/site/_bindery/hosting/nginx.conf; }
# Below a path: location ^~ /docs/ { set $base /docs; rewrite ^/docs(/.*)$ $1; root and include as above }
absolute_redirect off;
charset utf-8;
charset_types ${textTypes.filter((type) => type !== 'text/html').join(' ')};
default_type application/octet-stream;
types {
${types.join('\n')}
}
error_page 404 $base/404.html;
add_header Cache-Control $caching always;
add_header X-Content-Type-Options nosniff always;
set $caching no-cache;
if ($uri ~ "${hashedName}") { set $caching "${forEver}"; }
${moves.map(renderMove).join('')}
if ($uri ~ "^(?<bare>.+)/$") { }
if (-f $document_root$uri) { break; }
if (-f $document_root$uri.html) { rewrite "[^/]$" $uri.html break; }
if (-f $document_root$uri/index.html) { rewrite "/$" \${uri}index.html break; }
if (-f $document_root$uri/index.html) { rewrite "^(.*)$" $base$1/ permanent; }
if (-f $document_root$bare.html) { rewrite "^(.+)/$" $base$1 permanent; }
if (-f $document_root$bare) { rewrite "^(.+)/$" $base$1 permanent; }
return 404;
`
}

/** The mark at the end keeps the server from adding the query a second time. */
function renderMove(move: Move): string {
  const to = fillTarget(move, { base: '$base', query: '$is_args$args', part: (number) => `$${number}` })
  return `rewrite "${spellWhole(bytes, move)}" "${to}?" ${move.status === 301 ? 'permanent' : 'redirect'};\n`
}
