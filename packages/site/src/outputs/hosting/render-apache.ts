import type { Move } from '@bindery/bundle'
import { fillTarget } from './fill-target.ts'
import { extensionsByType, forEver, hashedName, textTypes } from './media-types.ts'
import { bytes, spellWhole } from './spell-pattern.ts'

/** Works wherever its folder stands: the second rule takes from the address what comes before the folder. */
export function renderApache(moves: Move[]): string {
  const types = Object.entries(extensionsByType).map(([type, extensions]) => `AddType ${type} ${extensions}`)
  return `# Put this into the folder of the site as .htaccess (AllowOverride FileInfo Indexes), or include it in its <Directory>.
${types.join('\n')}
AddCharset utf-8 ${textTypes.map((type) => extensionsByType[type]).join(' ')}
ErrorDocument 404 "/%{reqenv:BINDERY_BASE}404.html"
<IfModule dir_module>
DirectorySlash Off
</IfModule>
<IfModule headers_module>
Header always set X-Content-Type-Options nosniff
Header always set Cache-Control "no-cache"
Header always set Cache-Control "${forEver}" "expr=%{REQUEST_URI} =~ m#${hashedName.replace('^', '')}#"
</IfModule>
RewriteEngine On
RewriteCond "%{ENV:REDIRECT_STATUS}" .
RewriteRule ^ - [END]
RewriteCond "%{REQUEST_URI}::$0" "^/(.*?)(.*)::\\2$"
RewriteRule ".*" - [E=BINDERY_BASE:%1]
${moves.map(renderMove).join('')}
RewriteCond "%{REQUEST_FILENAME}%{PATH_INFO}" -f
RewriteRule ^ - [END]
RewriteCond "%{REQUEST_FILENAME}%{PATH_INFO}" "^(.+?)/*$"
RewriteCond "%1.html" -f
RewriteRule ".*[^/]$" "/%{ENV:BINDERY_BASE}$0.html" [END]
RewriteCond "%{REQUEST_FILENAME}%{PATH_INFO}/index.html" -f
RewriteRule "^$|.*/$" "/%{ENV:BINDERY_BASE}$0index.html" [END]
RewriteCond "%{REQUEST_FILENAME}%{PATH_INFO}/index.html" -f
RewriteRule ".*" "/%{ENV:BINDERY_BASE}$0/" [R=301,END]
RewriteCond "%{REQUEST_FILENAME}%{PATH_INFO}" "^(.+?)/+$"
RewriteCond "%1.html" -f [OR]
RewriteCond "%1" -f
RewriteRule "^(.+?)/+$" "/%{ENV:BINDERY_BASE}$1" [R=301,END]
RewriteRule ^ - [R=404]
`
}

/** Apache would write the query behind a fragment, so it is told where it belongs. */
function renderMove(move: Move): string {
  const isSplit = /^[^?]*#/.test(move.target.join(''))
  return isSplit ? `${renderRule(move, '?%{QUERY_STRING}')}${renderRule(move, '')}` : renderRule(move, '')
}

/** An address that is encoded already must not be encoded again, but then what was caught must be by itself. */
function renderRule(move: Move, query: string): string {
  const flags = move.target.some((piece) => /[%#?]/.test(String(piece))) ? ',NE,B=?#%' : ''
  // A percent sign followed by a digit would name a part.
  const target = move.target.map((piece) => (typeof piece === 'string' ? piece.replaceAll('%', '\\%') : piece))
  const names = { base: '/%{ENV:BINDERY_BASE}', query, part: (number: number) => `%${number}` }
  const to = fillTarget({ ...move, target }, names).replace('BASE}/', 'BASE}')
  const asked = query === '' ? '' : 'RewriteCond "%{QUERY_STRING}" .\n'
  return `${asked}RewriteCond "/$0" "${spellWhole(bytes, move)}"
RewriteRule ".*" "${to}" [R=${move.status},END${flags}]
`
}
