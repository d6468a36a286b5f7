import type { Schema } from '../describe/schema.ts'
import { typeOf } from '../describe/schema.ts'
import { longestMarkdown, writeField, writeInside } from '../markdown/write-fields.ts'
import type { Channel } from './describe-channel.ts'
import type { Direction } from './describe-channel-operations.ts'
import type { Message } from './describe-message.ts'
import { directions } from './render-channel.ts'

const titles: Record<Direction, string> = {
  send: 'Messages you send',
  receive: 'Messages you receive',
  messages: 'Messages',
}

/** A channel as Markdown, for programs that read the page without its frame. */
export function writeChannel(channel: Channel): string {
  const { protocol, address, description, servers, parameters, operations } = channel
  const lines = [`\`${protocol} ${address}\``]
  if (description) lines.push('', description.trim())
  if (servers.length > 0) lines.push('', '## Servers', '', ...servers.map(writeServer))
  if (parameters.length > 0) lines.push('', '## Parameters', '')
  for (const { name, schema, description: own } of parameters) {
    const described = own === undefined ? schema : { ...schema, description: own }
    lines.push(...writeField({ name, schema: described, required: true }, 0))
  }
  for (const direction of directions) {
    const own = operations.filter((operation) => operation.direction === direction)
    if (own.length > 0) lines.push('', `## ${titles[direction]}`)
    for (const { title, description: words, messages, reply } of own) {
      lines.push(...[title, words].flatMap((text) => (text ? ['', text.trim()] : [])))
      lines.push(...messages.flatMap((message) => writeMessage(message, message.name)))
      lines.push(...(reply?.messages ?? []).flatMap((message) => writeMessage(message, `Reply: ${message.name}`)))
    }
  }
  return lines.join('\n').slice(0, longestMarkdown)
}

function writeServer({ url, description }: Channel['servers'][number]): string {
  return `- \`${url}\`${description === undefined ? '' : ` ${description.replace(/\s+/g, ' ')}`}`
}

function writeMessage({ description, contentType, payload, written, headers }: Message, title: string): string[] {
  return [
    '',
    `### ${title.replace(/\s+/g, ' ')}`,
    ...(description ? ['', description.trim()] : []),
    ...(payload ? writeSchema(`\`${contentType}\``, payload) : []),
    ...(written ? ['', `\`${contentType}\`, described in \`${written.format}\``] : []),
    ...(headers ? writeSchema('Headers', headers) : []),
  ]
}

function writeSchema(title: string, schema: Schema): string[] {
  const words = schema.description?.replace(/\s+/g, ' ').trim()
  return ['', `${title}: ${typeOf(schema)}${words ? `: ${words}` : ''}`, '', ...writeInside(schema, 0)]
}
