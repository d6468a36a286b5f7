import { z } from 'zod'
import { errorCatalogue } from '../error-catalogue.ts'
import { hostingRoutes } from '../hosting/hosting-routes.ts'
import type { Route } from '../route.ts'
import { routes } from '../routes.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
}

/** The types of the client, in plain TypeScript: whoever installs it needs neither zod nor this package. */
export function describeClientTypes(): string {
  const named = nameSchemas()
  const operations = [...routes, ...hostingRoutes].map((route: Route) => describeOperation(route)).join('\n')
  const codes = Object.keys(errorCatalogue).map((code) => `  | '${code}'`)
  return `${[
    '// Made from packages/contract by `npm run openapi`; do not agent_job.\n',
    ...Object.entries(named).map(
      ([id, schema]) => `${comment(schema, '')}export interface ${id} ${write(schema, '')}\n`,
    ),
    `/** The \`code\` of an error. */\nexport type ErrorCode =\n${codes.join('\n')}\n`,
    `/** How each operation is called. */\nexport const operations = {\n${operations}\n} as const\n`,
  ].join('\n')}`
}

/** As the service sends and takes them: requests as they are written, responses with every field that they always have. */
function nameSchemas(): Record<string, Schema> {
  const requests = new Set(routes.flatMap((route: Route) => idOf(route.body?.schema) ?? []))
  const of = (io: 'input' | 'output') =>
    z.toJSONSchema(z.globalRegistry, { io, uri: (id) => id }).schemas as Record<string, Schema>
  const [input, output] = [of('input'), of('output')]
  const ids = Object.keys(output).filter((id) => id !== '__shared' && id !== 'Problem')
  return Object.fromEntries(ids.map((id) => [id, (requests.has(id) ? input : output)[id] as Schema]))
}

function idOf(schema: z.ZodType | undefined): string | undefined {
  return schema && z.globalRegistry.get(schema)?.id
}

function write(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.anyOf) return schema.anyOf.map((one) => write(one, indent)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => write({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'object':
      return writeObject(schema, indent)
    case 'array':
      return writeArray(write(schema.items ?? {}, indent))
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

const writeArray = (item: string) => (/[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`)

function writeObject({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? write(additionalProperties, indent) : 'unknown'
    return `Record<string, ${value}>`
  }
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    const undefinedToo = optional && ' | undefined'
    return `${comment(schema, inner)}${inner}${name}${optional}: ${write(schema, inner)}${undefinedToo}\n`
  })
  return `{\n${members.join('')}${indent}}`
}

function comment({ description }: Schema, indent: string): string {
  return description ? `${indent}/** ${description} */\n` : ''
}

/** Over several lines, so that the formatter has nothing to add. */
function describeOperation({ operation, method, path, idempotent }: Route): string {
  const members = [`method: '${method.toUpperCase()}'`, `path: '${path}'`, `idempotent: ${idempotent}`]
  return `  ${operation}: {\n${members.map((member) => `    ${member},\n`).join('')}  },`
}
