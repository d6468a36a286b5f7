import type { Move, Part } from '@bindery/bundle'
import { encode } from '../../plan/redirects/read-moves.ts'
import type { Folder } from './list-folders.ts'
import { extensionsByType } from './media-types.ts'

export function renderCloudFront(moves: Move[], folders: Folder[]): string {
  const table = moves.map(({ parts, target, status }) => [
    `^${parts.map(spellPart).join('')}/?$`,
    target.map((piece) => (typeof piece === 'number' ? `$${piece}` : piece)).join(''),
    status,
  ])
  const places = folders.map(({ path, isAlone }) => [path === '' ? '' : `/${encode(path)}`, isAlone ? 1 : 0])
  const extensions = Object.values(extensionsByType).join(' ').replaceAll(' ', '|')
  return `// A CloudFront function for viewer requests and viewer responses. If the site stands below a path, name it here: '/docs'.
var base = '';
var moves = ${JSON.stringify(table)};
// Folders with a page of their own; 0 where a page stands beside the folder too.
var folders = ${JSON.stringify(Object.fromEntries(places))};
var file = /\\.(?:${extensions})$|^\\/_(?:redirects$|bindery\\/hosting\\/)/;

function handler(event) {
  // No file of another type is run as a script.
  if (event.response) {
    event.response.headers['x-content-type-options'] = { value: 'nosniff' };
    return event.response;
  }
  var request = event.request;
  if (request.uri === base) return lead(request, 301, '/');
  if (request.uri.indexOf(base + '/') !== 0) return request;
  var path = spell(request.uri.slice(base.length));
  var bare = path.length > 1 ? path.replace(/\\/$/, '') : path;
  for (var i = 0; i < moves.length; i++) {
    var pattern = new RegExp(moves[i][0]);
    if (!pattern.test(bare)) continue;
    var to = bare.replace(pattern, moves[i][1]).replace(/^[\\/\\\\]+/, '/');
    if ((to.replace(/\\/?(?:[?#].*)?$/, '') || '/') === bare) break;
    return lead(request, moves[i][2], to);
  }
  var folder = path.replace(/\\/+$/, '');
  if (folders[folder] !== undefined && path === folder + '/') request.uri += 'index.html';
  else if (folders[folder] === 1) return lead(request, 301, folder + '/');
  else if (path !== folder) return lead(request, 301, folder);
  else if (!file.test(path)) request.uri += '.html';
  return request;
}

// As addresses are spelled above, however they were asked for.
function spell(path) {
  try {
    return encodeURI(decodeURIComponent(path)).replace(/[?#$'();,*!]/g, function (sign) {
      return '%' + sign.charCodeAt(0).toString(16).toUpperCase();
    });
  } catch (error) {
    return path;
  }
}

function lead(request, status, to) {
  var parts = to.split('#');
  var query = parts[0].indexOf('?') === -1 ? sayQuery(request.querystring || {}) : '';
  var address = (to.charAt(0) === '/' ? base : '') + parts[0] + query + (parts.length > 1 ? '#' + parts[1] : '');
  return { statusCode: status, headers: { location: { value: address } } };
}

function sayQuery(query) {
  var pairs = [];
  Object.keys(query).forEach(function (name) {
    (query[name].multiValue || [query[name]]).forEach(function (one) {
      pairs.push(one.value === '' ? name : name + '=' + one.value);
    });
  });
  return pairs.length > 0 ? '?' + pairs.join('&') : '';
}
`
}

/** Text as it stands in a request, with what means something in a pattern made plain. */
function spellPart(part: Part): string {
  if (typeof part === 'object') return encode(part.text).replace(/[.+?^$(){}|[\]\\]/g, '\\$&')
  return { segment: '([^/]+)', any: '(.*)', rest: '(?:/(.*))?' }[part]
}
