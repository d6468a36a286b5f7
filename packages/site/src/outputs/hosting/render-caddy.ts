import type { Move } from '@bindery/bundle'
import { isExact, mayReturn } from '../../plan/redirects/read-moves.ts'
import { fillTarget } from './fill-target.ts'
import { extensionsByType, forEver, hashedName, textTypes } from './media-types.ts'
import { characters, type Dialect, spellPattern, spellTarget } from './spell-pattern.ts'

/** Of an address with its query, as it was sent: what is caught stands in the new one as it stood in the old. */
const sent: Dialect = {
  text: (text) => encodeURI(text).replace(/[^\w/%-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`),
  sign: '[^?]',
  inSegment: '[^/?]',
  notSlash: '[^/\\x5C?]',
}

/** One route, since Caddy would else sort these by its own order. */
export function renderCaddy(moves: Move[]): string {
  return `# In a site block: root * /srv/site and then: import /srv/site/_bindery/hosting/Caddyfile
# Below a path, both in: handle_path /docs/* { }, after: vars base /docs
route {
	header X-Content-Type-Options nosniff
	map {query} {asked} {
		~^(.+)$ "?\${1}"
		default ""
	}
	header Cache-Control no-cache
	@hashed path_regexp "${hashedName}"
	header @hashed Cache-Control "${forEver}"
${renderTypes()}
${moves.map(renderMove).join('')}
	@file {
		not path */
		file {path} {path}.html
	}
	handle @file {
		rewrite * {http.matchers.file.relative}
		file_server
	}
	@address vars_regexp address {uri} "^((?:/[^?]*?)?)/*(?:\\?.*)?$"
	route @address {
		@index {
			path */
			file {path}index.html
		}
		handle @index {
			rewrite * {path}index.html
			file_server
		}
		@folder file {path}/index.html
		redir @folder "{vars.base}{re.address.1}/{asked}" 301
		@slash path_regexp slash "^(.+?)/+$"
		route @slash {
			@page file {re.slash.1} {re.slash.1}.html
			redir @page "{vars.base}{re.address.1}{asked}" 301
		}
	}
	header Cache-Control no-cache
	header -Content-Type
	rewrite * /404.html
	file_server {
		status 404
	}
}
`
}

/** Pages are sent for addresses without an extension, so those have their type from the name of the file. */
function renderTypes(): string {
  return textTypes
    .filter((type) => type !== 'text/html')
    .map((type) => {
      const name = `@${type.replace('text/', '')}`
      const paths = (extensionsByType[type] ?? '').split(' ').map((extension) => `*.${extension}`)
      return `	${name} path ${paths.join(' ')}\n	header ${name} Content-Type "${type}; charset=utf-8"\n`
    })
    .join('')
}

function renderMove(move: Move, index: number): string {
  const name = `moved${index}`
  if (isExact(move)) {
    const to = fillTarget(move, { base: '{vars.base}', query: '{asked}', part: () => '' })
    return `	@${name} path_regexp "^${spellPattern(characters, move)}/?$"\n	redir @${name} "${to}" ${move.status}\n`
  }
  // The first part is the whole address, to be compared with the new one.
  const part = (number: number) => `{re.${name}.${number + 1}}`
  const to = fillTarget(move, { base: '{vars.base}', query: '{asked}', part })
  const matcher = `@${name} vars_regexp ${name} {uri} "^(${spellPattern(sent, move)})/?(?:\\?.*)?$"`
  if (!mayReturn(move)) return `	${matcher}\n	redir @${name} "${to}" ${move.status}\n`
  const same = spellTarget({ ...sent, text: encodeURI }, move, part)
  return `	${matcher}
	route @${name} {
		@away {
			not vars {re.${name}.1} "${same}"
			not vars {http.request.uri.path} "${same}" "${same}/"
		}
		redir @away "${to}" ${move.status}
	}
`
}
