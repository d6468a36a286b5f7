import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1'
import { isRecord } from '../../config/cursor.ts'
import { parseYaml } from './parse-yaml.ts'
import { isRemote } from './remote-url.ts'

export type SpecDocument = Record<string, unknown>

/** A file that cannot be read as a description of an API, why, and where in it, if its syntax is at fault. */
export class SpecError extends Error {
  readonly at: { line: number; column: number }

  constructor(message: string, at = { line: 1, column: 1 }) {
    super(message)
    this.at = at
  }
}

/** A file that is in order, and describes something else. */
export class NoSpec extends SpecError {}

/**
 * What a file may cost. The largest of the public ones (12 MB, 310,000 values) passes; YAML takes 20 times as long to
 * read as JSON.
 */
const caps = { jsonLength: 20_000_000, yamlLength: 6_000_000, values: 1_000_000, depth: 100 }

/** A whole description: AsyncAPI as it is, all else in the words of OpenAPI 3.1 whatever version it is written in. */
export function readSpec(text: string, file: string): SpecDocument {
  const document = parseSpecFile(text, file)
  if (isAsyncApi(document)) return checkVersion(document)
  if (typeof document.openapi !== 'string' && typeof document.swagger !== 'string') {
    throw new NoSpec('It has no "openapi", "swagger" or "asyncapi" at its top, which say its version.')
  }
  return withoutThrowing(
    'It cannot be brought to OpenAPI 3.1',
    () => upgradeFromThreeToThreeOne(upgradeFromTwoToThree(document)) as SpecDocument,
  )
}

/** Whether it describes channels of messages, and no operations of HTTP. */
export function isAsyncApi(document: unknown): boolean {
  return isRecord(document) && typeof document.asyncapi === 'string' && typeof document.openapi !== 'string'
}

function checkVersion(document: SpecDocument): SpecDocument {
  const version = String(document.asyncapi)
  if (/^[23]\./.test(version)) return document
  throw new SpecError(`It is written in AsyncAPI ${version.slice(0, 20)}; versions 2 and 3 are read.`)
}

/** Any file that a description may refer to. */
export function parseSpecFile(text: string, file: string): SpecDocument {
  const isJson = /^\s*[{[]/.test(text)
  const longest = isJson ? caps.jsonLength : caps.yamlLength
  if (text.length > longest) throw new SpecError(`It is longer than ${longest} characters.`)
  const document = isJson ? parseJson(text) : parseYamlFile(text, file)
  if (!isRecord(document)) throw new SpecError('It does not hold one object.')
  checkSize(document)
  return document
}

function parseJson(text: string): unknown {
  return withoutThrowing('It is not JSON', () => JSON.parse(text), text)
}

function parseYamlFile(text: string, file: string): unknown {
  // An address need not say what lies there.
  if (!/\.ya?ml$/i.test(file) && !isRemote(file)) throw new SpecError('It is not JSON.')
  return withoutThrowing('It is not YAML', () => parseYaml(text))
}

function withoutThrowing<Result>(complaint: string, work: () => Result, text = ''): Result {
  try {
    return work()
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n')
    throw new SpecError(`${complaint}: ${reason.replace(/:$/, '')}.`, placeOf(error as ParseError, text))
  }
}

type ParseError = Error & { linePos?: [{ line: number; col: number }, ...unknown[]] }

/** YAML's parser says it. That of JSON writes it into its message, or else ten letters from before it. */
function placeOf({ message, linePos }: ParseError, text: string): SpecError['at'] {
  if (linePos) return { line: linePos[0].line, column: linePos[0].col }
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
  if (line !== undefined) return { line: Number(line), column: Number(column) }
  const [, around = ''] = /, \.\.\."(.{11,})"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? []
  const before = around === '' ? '' : text.slice(0, text.indexOf(around) + 10)
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') }
}

/**
 * Ends a file that is too much to walk, which YAML's references can make of a few lines: they may even lead round in a
 * circle. The prototype's own name never stays a key.
 */
function checkSize(document: SpecDocument): void {
  const open: { value: object; depth: number }[] = [{ value: document, depth: 1 }]
  let values = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (depth > caps.depth) throw new SpecError(`It nests more than ${caps.depth} levels deep.`)
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
    for (const inner of Object.values(value)) {
      values += 1
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, depth: depth + 1 })
    }
    if (values > caps.values) throw new SpecError(`It holds more than ${caps.values} values.`)
  }
}
