import type { TreeNode } from '../../../model/page-tree.ts'
import { type Operation, places } from '../describe/describe-operation.ts'
import { createSections } from './create-sections.ts'
import { renderCallbacks } from './render-callbacks.ts'
import type { Describer, Heading } from './render-description.ts'
import { renderBody, renderParameters } from './render-media.ts'
import { renderResponse } from './render-response.ts'
import { renderSecurity } from './render-security.ts'

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
  const { headings, addHeading, title, section } = createSections(describer, newId)
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
