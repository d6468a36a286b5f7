import { STATUS_CODES } from 'node:http'
import type { TreeNode } from '../page/tree.ts'
import { type ApiWords, englishApiWords } from './api-words.ts'
import { type Media, type Operation, type Parameter, places, type Response } from './describe-operation.ts'
import type { Describer, Heading } from './draw-description.ts'
import { drawContents, drawField } from './draw-schema.ts'
import { drawSecurity } from './draw-security.ts'
import { code, make } from './make-element.ts'

export interface DrawnOperation {
  /** What the operation does. */
  description: TreeNode[]
  /** What goes in and what comes out. */
  details: TreeNode[]
  /** Those of the description, and those of the details. */
  headings: { above: Heading[]; below: Heading[] }
}

/** An operation as the tree of a page; `newId` gives ids that nothing else on the page has. */
export function drawOperation(
  operation: Operation,
  describer: Describer,
  newId: (text: string) => string,
  hasDescription: boolean,
): DrawnOperation {
  const headings: Heading[] = []
  const { words } = describer
  const addHeading = (text: string, depth: number, named = text) => {
    const id = newId(named)
    headings.push({ depth, id, text })
    return id
  }
  // A link to a part of the page is the same in every language.
  const title = (part: keyof ApiWords) =>
    make('h2', { id: addHeading(words[part], 2, englishApiWords[part]) }, words[part])
  const section = (part: keyof ApiWords, content: TreeNode[]) => (content.length === 0 ? [] : [title(part), ...content])
  // In the order of the page, so that the headings are in it too.
  const description = hasDescription ? [] : describer.article(operation.description, addHeading)
  const described = headings.length
  const details = [
    ...section('authorization', drawSecurity(operation, describer)),
    ...places.flatMap((place) => section(place, drawParameters(operation, place, describer))),
    ...section(operation.isWebhook ? 'payload' : 'body', drawBody(operation, describer)),
  ]
  if (operation.responses.length > 0) {
    details.push(title('responses'))
    for (const [index, response] of operation.responses.entries()) {
      details.push(drawResponse(response, index === 0, describer, addHeading))
    }
  }
  return { description, details, headings: { above: headings.slice(0, described), below: headings.slice(described) } }
}

function drawParameters({ parameters }: Operation, place: string, describer: Describer): TreeNode[] {
  return parameters.filter((parameter) => parameter.place === place).map((one) => drawParameter(one, describer))
}

function drawParameter(parameter: Parameter, describer: Describer): TreeNode {
  const { name, schema, required, deprecated, description, example } = parameter
  const notes = {
    required,
    deprecated,
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  }
  return drawField(name, schema, notes, describer, 1)
}

function drawBody({ body }: Operation, describer: Describer): TreeNode[] {
  if (!body) return []
  const required = body.required ? make('span', { class: 'field-required' }, describer.words.required) : undefined
  return [...describer.text(body.description), ...drawMedia(body.media, describer, required)]
}

/** Types with a schema each are tabs; one alone is a line above its fields. */
function drawMedia(media: Media[], describer: Describer, note?: TreeNode): TreeNode[] {
  const [only] = media
  if (!only) return []
  if (media.length === 1) return [drawMediaType(only.type, note), ...drawSchemaOf(only, describer)]
  const tabs = media.map((one) => make('Tab', { title: one.type.slice(0, 100) }, drawSchemaOf(one, describer)))
  return [...(note ? [make('p', { class: 'api-media' }, note)] : []), make('Tabs', { sync: false }, tabs)]
}

function drawMediaType(type: string, note?: TreeNode): TreeNode {
  return make('p', { class: 'api-media' }, code(type.slice(0, 100)), note)
}

function drawSchemaOf({ schema }: Media, describer: Describer): TreeNode[] {
  return schema ? drawContents(schema, describer) : []
}

/** A response folds; its heading stays in sight, for the table of contents and for links. */
function drawResponse(
  response: Response,
  isOpen: boolean,
  describer: Describer,
  addHeading: (text: string, depth: number) => string,
): TreeNode {
  const { status, description, headers, media } = response
  const title = status === 'default' ? describer.words.otherStatus : `${status} ${STATUS_CODES[status] ?? ''}`.trim()
  const kind = /^[1-5]/.test(status) ? `api-status-${status[0]}` : 'api-status'
  const heading = make('h3', { id: addHeading(title, 3) }, make('span', { class: `api-dot ${kind}` }), title)
  const rows = [
    ...describer.text(description),
    ...drawMedia(media, describer),
    ...(headers.length > 0 ? [make('p', { class: 'api-label' }, describer.words.header)] : []),
    ...headers.map((header) => drawParameter(header, describer)),
  ]
  const summary = make('summary', {}, heading)
  return make(
    'details',
    { class: 'api-response', open: isOpen },
    summary,
    make('div', { class: 'api-response-body' }, rows),
  )
}
