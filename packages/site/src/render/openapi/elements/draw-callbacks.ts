import type { TreeNode } from '../../../model/page-tree.ts'
import { type Callback, type Operation, places } from '../describe/describe-operation.ts'
import { drawBar } from './draw-bar.ts'
import type { Describer } from './draw-description.ts'
import { drawBody, drawParameters } from './draw-media.ts'
import { drawFold, drawLabel, drawResponse } from './draw-response.ts'
import { make } from './make-element.ts'

type AddHeading = (text: string, depth: number) => string

/** What the API asks of the caller's own server: each folds under its name, and the first is open. */
export function drawCallbacks({ callbacks }: Operation, describer: Describer, addHeading: AddHeading): TreeNode[] {
  return callbacks.map((callback, index) => drawCallback(callback, index === 0, describer, addHeading))
}

function drawCallback(callback: Callback, isOpen: boolean, describer: Describer, addHeading: AddHeading): TreeNode {
  const { words } = describer
  const heading = make('h3', { id: addHeading(callback.name, 3) }, callback.name)
  const part = (title: string, rows: TreeNode[]) => (rows.length === 0 ? [] : [drawLabel(title), ...rows])
  // Only the table of contents leaves out what a callback is answered with.
  const answers = callback.responses.map((response) => {
    return drawResponse(response, false, describer, (text) => ['h4', addHeading(text, 4)])
  })
  return drawFold(heading, isOpen, [
    drawBar({ ...callback, servers: [] }),
    ...describer.text(callback.description),
    ...places.flatMap((place) => part(words[place], drawParameters(callback, place, describer))),
    ...part(words.payload, drawBody(callback, describer)),
    ...part(words.responses, answers),
  ])
}
