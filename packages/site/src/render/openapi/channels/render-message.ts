import type { TreeNode } from '../../../model/page-tree.ts'
import { code, codeBlock, make } from '../elements/make-element.ts'
import type { Describer } from '../elements/render-description.ts'
import { renderFold, renderLabel } from '../elements/render-response.ts'
import { renderContents } from '../elements/render-schema.ts'
import type { Message } from './describe-message.ts'
import { renderBindings } from './render-bindings.ts'

/** A message folds under its name: its payload, then its headers. */
export function renderMessage(message: Message, isOpen: boolean, heading: TreeNode, describer: Describer): TreeNode {
  const { words } = describer
  const { description, contentType, payload, written, headers, correlation, bindings } = message
  const part = (title: string, rows: TreeNode[]) => (rows.length === 0 ? [] : [renderLabel(title), ...rows])
  return renderFold(heading, isOpen, [
    ...describer.text(description),
    ...(payload || written ? [make('p', { class: 'api-media' }, code(contentType))] : []),
    ...(payload ? renderContents(payload, describer) : []),
    ...(written ? [codeBlock(/proto/i.test(written.format) ? 'proto' : 'json', written.format, written.text)] : []),
    ...part(words.header, headers ? renderContents(headers, describer) : []),
    ...(correlation === undefined
      ? []
      : [make('p', { class: 'api-values' }, `${words.correlation} `, code(correlation))]),
    ...part(words.bindings, renderBindings(bindings, describer)),
  ])
}
