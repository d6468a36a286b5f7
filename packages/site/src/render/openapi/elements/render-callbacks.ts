import type { TreeNode } from '../../../model/page-tree.ts'
import { type Callback, type Operation, places } from '../describe/describe-operation.ts'
import { make } from './make-element.ts'
import { renderBar } from './render-bar.ts'
import type { Describer } from './render-description.ts'
import { renderBody, renderParameters } from './render-media.ts'
import { renderFold, renderLabel, renderResponse } from './render-response.ts'

type AddHeading = (text: string, depth: number) => string

/** What the API asks of the caller's own server: each folds under its name, and the first is open. */
export function renderCallbacks({ callbacks }: Operation, describer: Describer, addHeading: AddHeading): TreeNode[] {
  return callbacks.map((callback, index) => renderCallback(callback, index === 0, describer, addHeading))
}

function renderCallback(callback: Callback, isOpen: boolean, describer: Describer, addHeading: AddHeading): TreeNode {
  const { words } = describer
  const heading = make('h3', { id: addHeading(callback.name, 3) }, callback.name)
  const part = (title: string, rows: TreeNode[]) => (rows.length === 0 ? [] : [renderLabel(title), ...rows])
  // Only the table of contents leaves out what a callback is answered with.
  const answers = callback.responses.map((response) => {
    return renderResponse(response, false, describer, (text) => ['h4', addHeading(text, 4)])
  })
  return renderFold(heading, isOpen, [
    renderBar({ ...callback, servers: [] }),
    ...describer.text(callback.description),
    ...places.flatMap((place) => part(words[place], renderParameters(callback, place, describer))),
    ...part(words.payload, renderBody(callback, describer)),
    ...part(words.responses, answers),
  ])
}
