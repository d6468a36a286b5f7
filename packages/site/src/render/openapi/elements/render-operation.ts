import type { TreeNode } from '../../../model/page-tree.ts'
import { type Operation, places } from '../describe/describe-operation.ts'
import { type ApiWords, englishApiWords } from '../words/api-words.ts'
import { make } from './make-element.ts'
import { renderCallbacks } from './render-callbacks.ts'
import type { Describer, Heading } from './render-description.ts'
import { renderBody, renderParameters } from './render-media.ts'
import { renderResponse } from './render-response.ts'
import { renderSecurity } from './render-security.ts'

type Part = Exclude<keyof ApiWords, 'constraint'>

export interface RenderedOperation {
  /** What the operation does. */
  description: TreeNode[]
  /** What goes in and what comes out. */
  details: TreeNode[]
  /** Those of the description, and those of the details. */
  headings: { above: Heading[]; below: Heading[] }
}

/** An operation as the tree of a page; `newId` gives ids that nothing else on the page has. */
export function renderOperation(
  operation: Operation,
  describer: Describer,
  newId: (text: string) => string,
  hasDescription: boolean,
): RenderedOperation {
  const headings: Heading[] = []
  const { words } = describer
  const addHeading = (text: string, depth: number, named = text) => {
    const id = newId(named)
    headings.push({ depth, id, text })
    return id
  }
  // A link to a part of the page is the same in every language.
  const title = (part: Part) => make('h2', { id: addHeading(words[part], 2, englishApiWords[part]) }, words[part])
  const section = (part: Part, content: TreeNode[]) => (content.length === 0 ? [] : [title(part), ...content])
  // In the order of the page, so that the headings are in it too.
  const description = hasDescription ? [] : describer.article(operation.description, addHeading)
  const described = headings.length
  const details = [
    ...section('authorization', renderSecurity(operation, describer)),
    ...places.flatMap((place) => section(place, renderParameters(operation, place, describer))),
    ...section(operation.isWebhook ? 'payload' : 'body', renderBody(operation, describer)),
  ]
  if (operation.responses.length > 0) {
    details.push(title('responses'))
    for (const [index, response] of operation.responses.entries()) {
      details.push(renderResponse(response, index === 0, describer, (text) => ['h3', addHeading(text, 3)]))
    }
  }
  if (operation.callbacks.length > 0) {
    details.push(title('callbacks'), ...renderCallbacks(operation, describer, addHeading))
  }
  return { description, details, headings: { above: headings.slice(0, described), below: headings.slice(described) } }
}
