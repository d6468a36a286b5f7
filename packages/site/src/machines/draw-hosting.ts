import type { Redirect } from '../config/site-config.ts'
import { isTooOpen } from '../links/match-redirect.ts'
import type { SiteIndex } from '../links/site-index.ts'

interface TextFile {
  path: string
  text: string
}

/** An address that moved, in the words that all servers share. */
interface Move {
  /** A regular expression without its ends; made of our own parts and percent-encoded text only. */
  pattern: string
  /** With `$1`, `$2` for the parts that the pattern caught. */
  target: string
  /** As `_redirects` of static hosts writes it: `/old/*`, `/new/:splat`. */
  splat: { from: string; to: string } | undefined
  permanent: boolean
}

/**
 * Settings that make a plain server answer as the site was meant: addresses without extension, moved addresses, the
 * page for unknown ones, and caching of what never changes. An author's text stands in them only percent-encoded, since
 * an operator will include the file in the configuration of his own server.
 */
export function* drawHosting({ plan }: SiteIndex): Generator<TextFile> {
  const moves = plan.config.redirects.filter(({ source }) => !isTooOpen(source)).flatMap(readMove)
  yield { path: '_redirects', text: drawRedirectList(moves) }
  yield { path: '_bindery/hosting/nginx.conf', text: drawNginx(moves) }
  yield { path: '_bindery/hosting/Caddyfile', text: drawCaddy(moves) }
  yield { path: '_bindery/hosting/htaccess', text: drawApache(moves) }
  yield { path: '_bindery/hosting/cloudfront.js', text: drawCloudFront(moves) }
}

const parts = /\/:([\w-]+)\*|\/\*|:([\w-]+)|\*/g

function readMove({ source, destination, permanent }: Redirect): Move[] {
  const from = source.startsWith('/') ? source : `/${source}`
  const names: string[] = []
  let pattern = ''
  let end = 0
  for (const { 0: part, 1: rest, 2: name, index } of from.matchAll(parts)) {
    pattern += literal(from.slice(end, index))
    end = index + part.length
    if (rest !== undefined || part === '/*') pattern += '(?:/(.*))?'
    else pattern += name === undefined ? '(.*)' : '([^/]+)'
    names.push(rest ?? name ?? '*')
  }
  pattern += literal(from.slice(end))
  const target = fillTarget(destination, names)
  if (target === undefined) return []
  return [{ pattern, target, splat: readSplat(from, names, target), permanent }]
}

/** Text as it stands in a request, with what means something in a pattern made plain. */
function literal(text: string): string {
  return encode(text).replace(/[.+?^$(){}|[\]\\]/g, '\\$&')
}

/** Nothing passes that a server's configuration could take for more than an address. */
function encode(text: string): string {
  return encodeURI(decode(text)).replace(
    /[$'"();,*!\\{}|^`<>]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function decode(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}

function fillTarget(destination: string, names: string[]): string | undefined {
  const isWhole = /^https?:\/\//i.test(destination)
  if (!isWhole && /^[a-z][a-z\d+.-]*:|^\/\//i.test(destination)) return undefined
  const path = isWhole || destination.startsWith('/') ? destination : `/${destination}`
  // The parts are taken out first, so that encoding leaves them alone.
  const marked = names.reduce((text, name, index) => {
    const wanted = name === '*' ? '*' : new RegExp(`:${name}\\*?`)
    return text.replace(wanted, `\u0000${index + 1}\u0000`)
  }, path)
  return marked
    .split('\u0000')
    .map((text, index) => (index % 2 === 0 ? encode(text) : `$${text}`))
    .join('')
}

/** Static hosts know one part of any length, at the end. */
function readSplat(from: string, names: string[], target: string): Move['splat'] {
  if (names.length === 0) return { from: encode(from), to: target }
  const isOneAtEnd = names.length === 1 && /\/(?::[\w-]+)?\*$/.test(from)
  const head = from.replace(/\/(?::[\w-]+)?\*$/, '')
  return isOneAtEnd ? { from: `${encode(head)}/*`, to: target.replace('$1', ':splat') } : undefined
}

function statusOf({ permanent }: Move): 301 | 302 {
  return permanent ? 301 : 302
}

function drawRedirectList(moves: Move[]): string {
  return moves
    .flatMap((move) => (move.splat ? [`${move.splat.from} ${move.splat.to} ${statusOf(move)}\n`] : []))
    .join('')
}

function drawNginx(moves: Move[]): string {
  const lines = moves.map(
    (move) => `rewrite "^${move.pattern}/?$" "${move.target}" ${move.permanent ? 'permanent' : 'redirect'};`,
  )
  return `# Include this in a server block whose root is the folder of the site.
error_page 404 /404.html;
${lines.join('\n')}
location / { try_files $uri $uri.html $uri/index.html =404; }
location /_bindery/assets/ { add_header Cache-Control "public, max-age=31536000, immutable"; }
`
}

function drawCaddy(moves: Move[]): string {
  const lines = moves.map((move, index) => {
    const target = move.target.replace(/\$(\d)/g, `{re.moved${index}.$1}`)
    return `@moved${index} path_regexp moved${index} "^${move.pattern}/?$"\nredir @moved${index} "${target}" ${statusOf(move)}`
  })
  return `# Import this in a site block whose root is the folder of the site.
${lines.join('\n')}
@cached path /_bindery/assets/*
header @cached Cache-Control "public, max-age=31536000, immutable"
try_files {path} {path}.html {path}/index.html
file_server
handle_errors {
	rewrite * /404.html
	file_server
}
`
}

function drawApache(moves: Move[]): string {
  const lines = moves.map(
    (move) => `RewriteRule "^${move.pattern.replace(/^\//, '')}/?$" "${move.target}" [R=${statusOf(move)},L,NE]`,
  )
  return `# Put this as .htaccess into the folder of the site.
ErrorDocument 404 /404.html
DirectoryIndex index.html
DirectorySlash Off
RewriteEngine On
${lines.join('\n')}
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME}.html -f
RewriteRule ^(.+?)/?$ $1.html [L]
RewriteCond %{REQUEST_FILENAME}/index.html -f
RewriteRule ^(.+?)/?$ $1/index.html [L]
`
}

function drawCloudFront(moves: Move[]): string {
  const table = JSON.stringify(
    moves.map(({ pattern, target, permanent }) => [`^${pattern}/?$`, target, permanent ? 301 : 302]),
  )
  return `// A CloudFront function for viewer requests.
var moves = ${table};
function handler(event) {
  var request = event.request;
  var uri = request.uri;
  for (var i = 0; i < moves.length; i++) {
    var pattern = new RegExp(moves[i][0]);
    if (pattern.test(uri)) {
      return { statusCode: moves[i][2], headers: { location: { value: uri.replace(pattern, moves[i][1]) } } };
    }
  }
  if (uri.slice(-1) === '/') request.uri = uri + 'index.html';
  else if (uri.slice(uri.lastIndexOf('/')).indexOf('.') === -1) request.uri = uri + '.html';
  return request;
}
`
}
