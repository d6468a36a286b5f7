import type { Marks } from './marks.ts'
import { addresses, texts } from './payloads.ts'
import type { SiteFiles } from './write-site.ts'

/** Descriptions of an API in which every word that a reader sees is hostile, each with a page that shows it. */
export function hostileSpecs(marks: Marks): SiteFiles {
  const files: SiteFiles = {}
  for (const [index, payload] of texts.entries()) {
    const text = (where: string) => payload(marks.add(`text ${index} in ${where} of an API`))
    // Each address comes by in one of the files; there are more of them than of texts.
    const own = addresses.filter((_, at) => at % texts.length === index)
    const address = (where: string) => own.map((make) => make(marks.add(`address in ${where} of an API`)))
    files[`specs/${index}.json`] = describe(text, address)
    files[`api-${index}.mdx`] = `---\nopenapi: /specs/${index}.json POST /x\n---\n\nx`
    files[`events/${index}.json`] = describeEvents(text, address)
    files[`event-${index}.mdx`] = `---\nasyncapi: /events/${index}.json x\n---\n\nx`
  }
  return files
}

type Text = (where: string) => string
type Addresses = (where: string) => string[]

function describe(text: Text, address: Addresses): unknown {
  const [first = '#'] = address('externalDocs')
  const links = address('a description').map((to) => `[x](${to}) ![x](<${to}>)`)
  return {
    openapi: '3.1.0',
    info: {
      title: text('title'),
      version: text('version'),
      description: text('info'),
      license: { name: text('license'), url: first },
    },
    externalDocs: { url: first, description: text('externalDocs') },
    servers: [
      ...address('servers').map((url) => ({ url, description: text('servers') })),
      {
        url: `https://a.example/${text('servers')}/{v}`,
        variables: { v: { default: text('servers'), enum: [text('servers')] } },
      },
    ],
    security: [{ [text('security')]: [text('scope')] }, { key: [] }],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: text('key'), description: text('key') },
        other: { type: 'http', scheme: text('scheme'), bearerFormat: text('scheme') },
      },
    },
    paths: { '/x': { post: operation(text, first, links) } },
  }
}

function operation(text: Text, docs: string, links: string[]): unknown {
  const schema = fields(text, links)
  const content = {
    [text('media type')]: { schema },
    'application/json': { schema, example: { [text('example')]: text('example') } },
  }
  return {
    summary: text('summary'),
    description: [text('description'), ...links].join('\n\n'),
    operationId: text('operationId'),
    tags: [text('tag')],
    deprecated: true,
    externalDocs: { url: docs, description: text('externalDocs') },
    parameters: ['query', 'header', 'cookie'].map((place) => ({
      in: place,
      name: text(`parameter in ${place}`),
      description: text('parameter'),
      example: text('parameter'),
      schema: {
        type: text('type'),
        enum: [text('enum'), text('enum')],
        default: text('default'),
        pattern: text('pattern'),
      },
    })),
    requestBody: { description: text('body'), content },
    responses: {
      200: {
        description: text('response'),
        content,
        headers: { [text('header')]: { description: text('header'), schema } },
      },
      [text('status')]: { description: text('response') },
    },
    'x-codeSamples': [{ lang: text('sample'), label: text('sample'), source: text('sample') }],
  }
}

function fields(text: Text, links: string[]): unknown {
  return {
    type: 'object',
    title: text('schema'),
    description: [text('schema'), ...links].join(' '),
    required: [text('required')],
    properties: {
      [text('property')]: { type: 'string', format: text('format'), examples: [text('example')], const: text('const') },
      choice: {
        oneOf: [
          { title: text('choice'), type: 'string' },
          { type: ['integer', 'null'], default: text('default') },
        ],
      },
    },
  }
}

function describeEvents(text: Text, address: Addresses): unknown {
  const links = address('a channel').map((to) => `[x](${to}) ![x](<${to}>)`)
  const hosts = address('a server').map((host, at) => [
    `s${at}`,
    { host, pathname: text('path'), protocol: text('protocol'), protocolVersion: text('version') },
  ])
  const schema = fields(text, links)
  const bindings = { [text('binding')]: { [text('binding')]: text('binding'), query: schema } }
  const message = {
    name: text('message'),
    title: text('message'),
    description: [text('message'), ...links].join(' '),
    contentType: text('content type'),
    payload: schema,
    headers: schema,
    correlationId: { location: text('correlation') },
    bindings,
    examples: [{ name: text('example'), payload: { [text('example')]: text('example') } }],
  }
  const written = { schemaFormat: `avro ${text('format')}`, schema: { [text('payload')]: text('payload') } }
  return {
    asyncapi: '3.0.0',
    info: { title: text('title'), version: '1', description: text('info') },
    servers: {
      ...Object.fromEntries(hosts),
      last: { host: 'a.example', protocol: 'wss', security: [{ type: text('type'), description: text('security') }] },
    },
    channels: {
      x: {
        title: text('channel'),
        address: text('address'),
        description: [text('channel'), ...links].join('\n\n'),
        tags: [{ name: text('tag') }],
        parameters: { [text('parameter')]: { description: text('parameter'), enum: [text('enum')] } },
        bindings,
        messages: { [text('message')]: message, other: { payload: written } },
      },
    },
    operations: {
      o: {
        action: 'send',
        channel: { $ref: '#/channels/x' },
        title: text('operation'),
        description: text('operation'),
        bindings,
        reply: { address: { location: text('reply') }, messages: [message] },
      },
    },
  }
}
