import { type Media, type Operation, type Parameter, places } from './describe/describe-operation.ts'
import { innermost, type Property, type Schema, typeOf } from './describe/schema.ts'
import { showValue } from './describe/show-value.ts'
import { formatConstraint } from './words/format-constraint.ts'

/** Programs read every field; past this they read the description itself. */
const longest = 200_000

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
  return lines.join('\n').slice(0, longest)

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

function writeField({ name, schema, required }: Property, depth: number): string[] {
  const facts = [typeOf(schema), required ? 'required' : '', ...formatConstraints(schema), ...formatValues(schema)]
  const words = schema.description?.replace(/\s+/g, ' ').trim()
  const line = `${'  '.repeat(depth)}- \`${name}\` (${facts.filter(Boolean).join('; ')})${words ? `: ${words}` : ''}`
  return [line, ...writeInside(schema, depth + 1)]
}

function writeInside(schema: Schema, depth: number): string[] {
  const { properties, choices } = innermost(schema)
  return [
    ...properties.flatMap((property) => writeField(property, depth)),
    ...choices.flatMap((choice) => [
      `${'  '.repeat(depth)}- or ${choice.name ?? typeOf(choice)}`,
      ...writeInside(choice, depth + 1),
    ]),
  ]
}

function formatConstraints({ constraints }: Schema): string[] {
  return constraints.map((constraint) => formatConstraint(constraint))
}

function formatValues({ values, default: standard }: Schema): string[] {
  const known =
    values === undefined
      ? []
      : [
          `one of ${values
            .slice(0, 50)
            .map((value) => showValue(value))
            .join(', ')}`,
        ]
  return standard === undefined ? known : [...known, `default ${showValue(standard)}`]
}
