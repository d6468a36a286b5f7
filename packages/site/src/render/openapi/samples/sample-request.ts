import type { SampleLanguage } from '../../../model/api/sample-languages.ts'
import type { ApiExamples } from '../../../model/site-config.ts'
import type { Media, Operation, Parameter } from '../describe/describe-operation.ts'
import type { SecurityScheme } from '../describe/describe-security.ts'
import { showValue } from '../describe/show-value.ts'
import { credentialOf } from '../elements/render-security.ts'
import { loadPlugin, type Plugin, requestWriters, usualLanguages } from './request-writers.ts'
import { sampleJson, sampleValue } from './sample-value.ts'

export interface RequestSample {
  language: string
  label: string
  code: string
}

interface Pair {
  name: string
  value: string
}

/** The same request in several languages: those that the author wrote go before. */
export function sampleRequest(operation: Operation, server: string, examples: ApiExamples = {}): RequestSample[] {
  if (operation.isWebhook) return []
  if (operation.samples.length > 0) {
    return operation.samples.map(({ language, label, source }) => ({ language, label, code: source }))
  }
  const { languages = usualLanguages, defaults, written } = examples
  if (written) return []
  const request = {
    method: operation.method,
    url: server.replace(/\/$/, '') + fillPath(operation),
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
    ...listPairs(operation, defaults),
    ...bodyOf(operation, defaults),
  }
  return languages.flatMap((language) => write(language, request))
}

/** A request that a writer cannot put into its language is not shown in it. */
function write(language: SampleLanguage, request: Request): RequestSample[] {
  const { label, plugin, finish = (code) => code } = requestWriters[language]
  const writer = loadPlugin(plugin)
  try {
    return [{ language, label, code: finish(writer.generate(request)) }]
  } catch {
    return []
  }
}

type Request = Parameters<Plugin['generate']>[0]
type Defaults = ApiExamples['defaults']

/** A parameter without an example stands in the path by its name, for the reader to fill in. */
function fillPath({ path, parameters }: Operation): string {
  return parameters
    .filter(({ place }) => place === 'path')
    .reduce((filled, parameter) => {
      const value = exampleOf(parameter)
      return value === undefined ? filled : filled.replaceAll(`{${parameter.name}}`, encodeURIComponent(value))
    }, path)
}

function listPairs(
  operation: Operation,
  defaults: Defaults,
): { headers: Pair[]; queryString: Pair[]; cookies: Pair[] } {
  const at = (place: string) => [
    ...secretsAt(place, operation.security[0] ?? []),
    ...parametersAt(place, operation, defaults),
  ]
  const type = chooseMedia(operation)?.type
  const content = type === undefined || type === 'multipart/form-data' ? [] : [{ name: 'Content-Type', value: type }]
  return { headers: [...at('header'), ...content], queryString: at('query'), cookies: at('cookie') }
}

function secretsAt(place: string, schemes: SecurityScheme[]): Pair[] {
  return schemes
    .filter((scheme) => scheme.place === place)
    .map((scheme) => ({ name: scheme.name, value: credentialOf(scheme) ?? '<api-key>' }))
}

function parametersAt(place: string, { parameters }: Operation, defaults: Defaults): Pair[] {
  const isShown = ({ required, example }: Parameter) =>
    required || defaults === 'all' || (defaults === undefined && example !== undefined)
  return parameters
    .filter((parameter) => parameter.place === place && isShown(parameter))
    .map((parameter) => ({ name: parameter.name, value: exampleOf(parameter) ?? `<${parameter.name}>` }))
}

function exampleOf({ example, schema }: Parameter): string | undefined {
  const known = example ?? schema.examples[0] ?? schema.default ?? schema.values?.[0]
  return known === undefined || known === null ? undefined : showValue(known, 100)
}

/** JSON where there is a choice. */
export function chooseMedia({ body }: Operation): Media | undefined {
  return body?.media.find(({ type }) => isJson(type)) ?? body?.media[0]
}

export function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
}

function bodyOf(operation: Operation, defaults: Defaults) {
  const media = chooseMedia(operation)
  if (!media) return {}
  const mimeType = media.type
  if (/^multipart\/|x-www-form-urlencoded/.test(mimeType))
    return { postData: { mimeType, params: listFormParts(media) } }
  const text = sampleBody(media, 'request', defaults === 'required')
  return text === undefined ? {} : { postData: { mimeType, text } }
}

/** What is sent or comes back: the author's example, else one made from the schema. */
export function sampleBody(
  { type, schema, examples }: Media,
  use: 'request' | 'response',
  onlyRequired = false,
): string | undefined {
  const [example] = examples
  if (example) return showExample(example.value)
  if (!schema || !(isJson(type) || type === '*/*')) return undefined
  return sampleJson(schema, use, onlyRequired)
}

const longestExample = 40_000

export function showExample(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text === undefined || text.length > longestExample ? undefined : text
}

function listFormParts({ schema }: Media) {
  return (schema?.properties ?? []).slice(0, 50).map(({ name, schema: part }) => {
    if (part.format === 'binary' || part.types.length === 0) return { name, fileName: 'file' }
    return { name, value: showValue(part.examples[0] ?? sampleValue(part, 'request') ?? '', 100) }
  })
}
