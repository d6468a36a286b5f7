import { isRecord } from '../../../config/cursor.ts'
import { optional } from '../../../config/optional.ts'
import { methods } from '../../../plan/openapi/list-operations.ts'
import type { SpecNode } from '../../../plan/openapi/spec-node.ts'
import { createOperationNames, describeLinks, type Link, type OperationNames } from './describe-links.ts'
import { describeSchema, type Room } from './describe-schema.ts'
import { describeSecurity, type SecurityScheme } from './describe-security.ts'
import type { Schema } from './schema.ts'

/** What goes in and what comes out. */
export interface Exchange {
  method: string
  path: string
  description?: string
  parameters: Parameter[]
  body?: Body
  responses: Response[]
}

/** All that a page says of an operation. Plain data. */
export interface Operation extends Exchange {
  isWebhook: boolean
  deprecated: boolean
  servers: Server[]
  /** One of these is asked for, each a set; none when everyone may call. */
  security: SecurityScheme[][]
  /** What the API asks of the caller's own server in return. */
  callbacks: Callback[]
  /** Samples that the author of the description wrote. */
  samples: { language: string; label: string; source: string }[]
}

/** Its path is an address that the exchange before it names: `{$request.body#/callbackUrl}`. */
export interface Callback extends Exchange {
  name: string
}

export interface Server {
  url: string
  description?: string
}

export const places = ['path', 'query', 'header', 'cookie'] as const

export interface Parameter {
  name: string
  place: string
  required: boolean
  deprecated: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Body {
  required: boolean
  description?: string
  media: Media[]
}

export interface Media {
  type: string
  schema?: Schema
  examples: { name: string; value: unknown }[]
}

export interface Response {
  /** `200`, `4XX`, `default`. */
  status: string
  description?: string
  headers: Parameter[]
  media: Media[]
  links: Link[]
}

// Fields of the whole page: of 900 real pages half have 14, one in ten 67, the largest 264. 500 are 250 KB.
const mostSchemas = 500
const mostSteps = 500_000
// Enough for every real operation, and an end for one that means harm.
const most = {
  parameters: 200,
  responses: 40,
  media: 8,
  examples: 5,
  servers: 20,
  callbacks: 10,
  samples: 10,
}

const longest = { path: 2000, name: 200 }

/** Undefined when the description has no such operation. */
export function describeOperation(spec: SpecNode, key: string, marks?: readonly string[]): Operation | undefined {
  const space = key.indexOf(' ')
  const method = key.slice(0, space)
  const path = key.slice(space + 1)
  const isWebhook = method === 'WEBHOOK'
  const item = spec.at(isWebhook ? 'webhooks' : 'paths').at(path)
  const verb = isWebhook ? methods.find((one) => item.at(one).present) : method.toLowerCase()
  const operation = item.at(verb ?? '')
  if (verb === undefined || !operation.present) return undefined
  const room: Room = { schemas: mostSchemas, steps: mostSteps, marks }
  const nameOf = createOperationNames(spec)
  return {
    ...readExchange(verb, path, item, nameOf, room),
    isWebhook,
    deprecated: operation.flag('deprecated'),
    servers: isWebhook ? [] : readServers([operation, item, spec]),
    security: isWebhook ? [] : describeSecurity(operation, spec),
    callbacks: readCallbacks(operation, nameOf, room),
    samples: readSamples(operation),
  }
}

function readExchange(verb: string, path: string, item: SpecNode, nameOf: OperationNames, room: Room): Exchange {
  const operation = item.at(verb)
  return {
    method: verb.toUpperCase(),
    path: path.slice(0, longest.path),
    ...optional('description', operation.text('description')),
    parameters: readParameters(operation, item, room),
    ...optional('body', readBody(operation.at('requestBody'), room)),
    responses: readResponses(operation, nameOf, room),
  }
}

/** A callback is named, and under its name are addresses, each with its methods. */
function readCallbacks(operation: SpecNode, nameOf: OperationNames, room: Room): Callback[] {
  const found = operation.entries('callbacks', most.callbacks).flatMap(([name, callback]) =>
    Object.keys(isRecord(callback.value) ? callback.value : {})
      .slice(0, most.callbacks)
      .flatMap((path) => {
        const item = callback.at(path)
        const verbs = methods.filter((method) => item.at(method).present)
        return verbs.map((verb) => ({ name: name.slice(0, longest.name), path, item, verb }))
      }),
  )
  return found.slice(0, most.callbacks).map(({ name, path, item, verb }) => {
    return { name, ...readExchange(verb, path, item, nameOf, room) }
  })
}

function readServers(nodes: SpecNode[]): Server[] {
  const [servers = []] = nodes.map((node) => node.list('servers')).filter((list) => list.length > 0)
  return servers.slice(0, most.servers).map((server) => ({
    url: withVariables(server.text('url') ?? '/', server),
    ...optional('description', server.text('description')),
  }))
}

/** A variable stands for its default. */
export function withVariables(url: string, server: SpecNode): string {
  const variables = server.entries('variables').slice(0, 50)
  return variables.reduce(
    (text, [name, variable]) => {
      const value = variable.raw('default')
      return value === undefined ? text : text.replaceAll(`{${name}}`, String(value).slice(0, 200))
    },
    url.slice(0, 1000),
  )
}

/** An operation's own goes before the one of the same name that its path has for all. */
function readParameters(operation: SpecNode, item: SpecNode, room: Room): Parameter[] {
  const found = new Map<string, Parameter>()
  for (const node of [...operation.list('parameters'), ...item.list('parameters')].slice(0, most.parameters)) {
    const parameter = readParameter(
      node,
      (node.text('name') ?? '').slice(0, longest.name),
      node.text('in') ?? 'query',
      room,
    )
    const key = `${parameter.place} ${parameter.name}`
    if (parameter.name !== '' && !found.has(key)) found.set(key, parameter)
  }
  return [...found.values()]
}

function readParameter(node: SpecNode, name: string, place: string, room: Room): Parameter {
  const [, content] = node.entries('content')[0] ?? []
  const [example] = readExamples(node)
  return {
    name,
    place,
    required: node.flag('required') || place === 'path',
    deprecated: node.flag('deprecated'),
    ...optional('description', node.text('description')),
    schema: describeSchema(content ? content.at('schema') : node.at('schema'), room),
    ...(example && { example: example.value }),
  }
}

function readBody(node: SpecNode, room: Room): Body | undefined {
  const media = readMedia(node, room)
  if (!node.present || media.length === 0) return undefined
  return { required: node.flag('required'), ...optional('description', node.text('description')), media }
}

function readMedia(node: SpecNode, room: Room): Media[] {
  return node
    .entries('content')
    .slice(0, most.media)
    .map(([type, media]) => ({
      type: type.slice(0, longest.name),
      ...(media.has('schema') && { schema: describeSchema(media.at('schema'), room) }),
      examples: readExamples(media),
    }))
}

function readExamples(node: SpecNode): Media['examples'] {
  const named = node.entries('examples').slice(0, most.examples)
  const values = named.flatMap(([name, example]) =>
    example.has('value') ? [{ name: example.text('summary') ?? name, value: example.raw('value') }] : [],
  )
  if (values.length > 0) return values
  return node.has('example') ? [{ name: '', value: node.raw('example') }] : []
}

function readResponses(operation: SpecNode, nameOf: OperationNames, room: Room): Response[] {
  return operation
    .entries('responses')
    .filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status))
    .slice(0, most.responses)
    .map(([status, node]) => ({
      status,
      ...optional('description', node.text('description')),
      headers: node
        .entries('headers')
        .slice(0, most.parameters)
        .map(([name, header]) => readParameter(header, name.slice(0, longest.name), 'header', room)),
      media: readMedia(node, room),
      links: describeLinks(node, nameOf),
    }))
}

function readSamples(operation: SpecNode): Operation['samples'] {
  const key = operation.has('x-codeSamples') ? 'x-codeSamples' : 'x-code-samples'
  return operation
    .list(key)
    .slice(0, most.samples)
    .flatMap((sample) => {
      const source = sample.text('source')
      const language = sample.text('lang') ?? 'text'
      if (source === undefined || source.length > 20_000) return []
      return [{ language: language.toLowerCase(), label: sample.text('label') ?? language, source }]
    })
}
