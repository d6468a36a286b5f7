import type { TreeNode } from '../../../model/page-tree.ts'
import type { Link } from '../describe/describe-links.ts'
import type { Response } from '../describe/describe-operation.ts'
import { code, make } from './make-element.ts'
import type { Describer } from './render-description.ts'
import { renderMedia, renderParameter } from './render-media.ts'

// Not by an import: as a module, node:http loads all of Node's fetch, a fifth of what a render process takes to start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** A response folds; its heading stays in sight, for the table of contents and for links. */
export function renderResponse(
  response: Response,
  isOpen: boolean,
  describer: Describer,
  addHeading: (text: string) => [tag: string, id: string],
): TreeNode {
  const { status, description, headers, media, links } = response
  const title = status === 'default' ? describer.words.otherStatus : `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  const kind = /^[1-5]/.test(status) ? `api-status-${status[0]}` : 'api-status'
  const [tag, id] = addHeading(title)
  const heading = make(tag, { id }, make('span', { class: `api-dot ${kind}` }), title)
  const rows = [
    ...describer.text(description),
    ...renderMedia(media, describer),
    ...(headers.length > 0 ? [renderLabel(describer.words.header)] : []),
    ...headers.map((header) => renderParameter(header, describer)),
    ...(links.length > 0 ? [renderLabel(describer.words.links)] : []),
    ...links.map((link) => renderLink(link, describer)),
  ]
  return renderFold(heading, isOpen, rows)
}

export function renderLabel(text: string): TreeNode {
  return make('p', { class: 'api-label' }, text)
}

export function renderFold(heading: TreeNode, isOpen: boolean, rows: TreeNode[]): TreeNode {
  return make(
    'details',
    { class: 'api-response', open: isOpen },
    make('summary', {}, heading),
    make('div', { class: 'api-response-body' }, rows),
  )
}

/** What can be asked next, and with what of the exchange. */
function renderLink({ name, target, description, values }: Link, describer: Describer): TreeNode {
  const given = values.map(({ name: field, source }) => make('li', {}, code(field), ' = ', code(source)))
  return make(
    'ResponseField',
    { name, type: target },
    describer.text(description),
    given.length > 0 ? make('ul', { class: 'api-scopes' }, given) : undefined,
  )
}
