import type { TreeNode } from '../../../model/page-tree.ts'
import { createSections, type Sections } from '../elements/create-sections.ts'
import { code, make } from '../elements/make-element.ts'
import type { Describer } from '../elements/render-description.ts'
import { renderParameter } from '../elements/render-media.ts'
import type { RenderedOperation } from '../elements/render-operation.ts'
import { renderLabel } from '../elements/render-response.ts'
import { renderSecurity } from '../elements/render-security.ts'
import type { Channel } from './describe-channel.ts'
import type { ChannelOperation, Direction } from './describe-channel-operations.ts'
import type { Message } from './describe-message.ts'
import { renderBindings } from './render-bindings.ts'
import { renderMessage } from './render-message.ts'

export const directions: Direction[] = ['send', 'receive', 'messages']

/** A channel as the tree of a page; `newId` gives ids that nothing else on the page has. */
export function renderChannel(
  channel: Channel,
  describer: Describer,
  newId: (text: string) => string,
  hasDescription: boolean,
): RenderedOperation {
  const sections = createSections(describer, newId)
  const { headings, addHeading, section, title } = sections
  const description = hasDescription ? [] : describer.article(channel.description, addHeading)
  const described = headings.length
  const details = [
    ...section('authorization', renderSecurity(channel, describer)),
    ...section(
      'parameters',
      channel.parameters.map((parameter) => renderParameter(parameter, describer)),
    ),
    ...section('bindings', renderBindings(channel.bindings, describer)),
  ]
  for (const direction of directions) {
    const own = channel.operations.filter((operation) => operation.direction === direction)
    if (own.length === 0) continue
    details.push(title(direction))
    for (const [index, one] of own.entries()) details.push(...renderOperation(one, index === 0, describer, sections))
  }
  return { description, details, headings: { above: headings.slice(0, described), below: headings.slice(described) } }
}

function renderOperation(
  operation: ChannelOperation,
  isFirst: boolean,
  describer: Describer,
  { addHeading }: Sections,
): TreeNode[] {
  const { words } = describer
  const { title, description, security, bindings, messages, reply } = operation
  const part = (label: string, rows: TreeNode[]) => (rows.length === 0 ? [] : [renderLabel(label), ...rows])
  const fold = (message: Message, isOpen: boolean, depth: number) => {
    const heading = make(`h${depth}`, { id: addHeading(message.name, depth) }, message.name)
    return renderMessage(message, isOpen, heading, describer)
  }
  return [
    ...(title === undefined ? [] : [renderLabel(title)]),
    ...describer.text(description),
    ...part(words.authorization, renderSecurity({ security }, describer)),
    ...part(words.bindings, renderBindings(bindings, describer)),
    ...messages.map((message, index) => fold(message, isFirst && index === 0, 3)),
    ...(reply ? part(words.reply, renderReply(reply)) : []),
  ]

  function renderReply({ address, messages: replies }: NonNullable<ChannelOperation['reply']>): TreeNode[] {
    const shown = address === undefined ? [] : [make('p', { class: 'api-media' }, code(address))]
    return [...shown, ...replies.map((message) => fold(message, false, 3))]
  }
}
