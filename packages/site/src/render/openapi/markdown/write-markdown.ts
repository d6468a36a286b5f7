import { type Media, type Operation, type Parameter, places } from '../describe/describe-operation.ts'
import { typeOf } from '../describe/schema.ts'
import { longestMarkdown, writeField, writeInside } from './write-fields.ts'

/** An operation as Markdown, for programs that read the page without its frame. */
export function writeMarkdown(operation: Operation, server: string): string {
  const { method, path, isWebhook, description, parameters, body, responses } = operation
  const lines = [`\`${isWebhook ? `WEBHOOK ${path}` : `${method} ${server.replace(/\/$/, '')}${path}`}\``]
  if (description) lines.push('', description.trim())
  for (const place of places)
    writeParameters(
      parameters.filter((one) => one.place === place),
      `${place} parameters`,
    )
  if (body) writeMedia(isWebhook ? 'Payload' : 'Body', body.media)
  for (const { status, description: words, media, links } of responses) {
    lines.push('', `## Response ${status}`, ...(words ? ['', words.trim()] : []))
    writeMedia('', media)
    for (const { name, target } of links) lines.push('', `Link \`${name}\`: \`${target}\``)
  }
  for (const { name, method: verb, path: address, description: words, body: sent } of operation.callbacks) {
    lines.push('', `## Callback ${name}`, '', `\`${verb} ${address}\``, ...(words ? ['', words.trim()] : []))
    if (sent) writeMedia('', sent.media)
  }
  return lines.join('\n').slice(0, longestMarkdown)

  function writeParameters(list: Parameter[], title: string): void {
    if (list.length === 0) return
    lines.push('', `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`, '')
    for (const { name, schema, required, description: own } of list) {
      lines.push(
        ...writeField({ name, schema: own === undefined ? schema : { ...schema, description: own }, required }, 0),
      )
    }
  }

  function writeMedia(title: string, media: Media[]): void {
    if (title !== '') lines.push('', `## ${title}`)
    for (const { type, schema } of media) {
      lines.push('', `\`${type}\`${schema ? `: ${typeOf(schema)}` : ''}`, '')
      if (schema) lines.push(...writeInside(schema, 0))
    }
  }
}
