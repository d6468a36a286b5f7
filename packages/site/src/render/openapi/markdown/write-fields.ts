import { innermost, type Property, type Schema, typeOf } from '../describe/schema.ts'
import { showValue } from '../describe/show-value.ts'
import { formatConstraint } from '../words/format-constraint.ts'

/** Programs read every field; past this they read the description itself. */
export const longestMarkdown = 200_000

/** A field as an item of a list, with all that it holds below it. */
export function writeField({ name, schema, required }: Property, depth: number): string[] {
  const facts = [typeOf(schema), required ? 'required' : '', ...formatConstraints(schema), ...formatValues(schema)]
  const words = schema.description?.replace(/\s+/g, ' ').trim()
  const line = `${'  '.repeat(depth)}- \`${name}\` (${facts.filter(Boolean).join('; ')})${words ? `: ${words}` : ''}`
  return [line, ...writeInside(schema, depth + 1)]
}

export function writeInside(schema: Schema, depth: number): string[] {
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
