import type { TreeNode } from '../../../model/page-tree.ts'
import { codeBlock, make } from '../elements/make-element.ts'
import { isJson, sampleBody, showExample } from '../samples/sample-request.ts'
import type { Channel } from './describe-channel.ts'
import type { Direction } from './describe-channel-operations.ts'
import type { Message } from './describe-message.ts'

const mostExamples = 8
const longestTitle = 60

/** What is sent and what arrives, beside the text. */
export function renderMessageSamples(channel: Channel): { sent: TreeNode[]; received: TreeNode[] } {
  return {
    sent: wrap('RequestExample', listBlocks(channel, ['send'])),
    received: wrap('ResponseExample', listBlocks(channel, ['receive', 'messages'])),
  }
}

function wrap(name: string, blocks: TreeNode[]): TreeNode[] {
  return blocks.length === 0 ? [] : [make(name, {}, blocks)]
}

/** A message that several operations have is shown once. */
function listBlocks({ operations }: Channel, directions: Direction[]): TreeNode[] {
  const own = operations.filter(({ direction }) => directions.includes(direction))
  const blocks = new Map<string, TreeNode>()
  for (const { name, language, text } of own.flatMap(({ messages }) => messages).flatMap(sampleMessage)) {
    if (blocks.size >= mostExamples) break
    blocks.set(`${name} ${text}`, codeBlock(language, name, text))
  }
  return [...blocks.values()]
}

function sampleMessage(message: Message): { name: string; language: string; text: string }[] {
  const { name, contentType: type, payload: schema, examples } = message
  const language = isJson(type) ? 'json' : 'text'
  const samples =
    examples.length > 1
      ? examples.map((example) => ({ title: example.name || name, text: showExample(example.value) }))
      : [{ title: name, text: sampleBody({ type, examples, ...(schema && { schema }) }, 'response') }]
  return samples.flatMap(({ title, text }) =>
    text === undefined ? [] : [{ name: title.slice(0, longestTitle), language, text }],
  )
}
