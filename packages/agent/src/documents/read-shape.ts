import type { DataKind } from './list-references.ts'

/** Whether a text holds what a file of this kind holds, by what stands at its top. Reads each character once. */
export function hasShape(kind: DataKind, path: string, text: string): boolean {
  if (kind === 'settings') return path.endsWith('.json') && isSettings(parseJson(text))
  if (/^\s*\{/.test(text)) return isDescription(keysOf(parseJson(text)))
  return !path.endsWith('.json') && isDescription(topOfYaml(text))
}

type Top = ReadonlyMap<string, unknown>

/** Undefined where it is something else than one object. */
function keysOf(value: unknown): Top | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return new Map(Object.entries(value))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const words = (list: string) => new Set(list.split(/\s+/))

// The fields of OpenAPI 2.0 to 3.2 and of AsyncAPI 2 and 3.
const descriptionKeys = words(
  'openapi swagger asyncapi info servers paths webhooks components security tags externalDocs jsonSchemaDialect $self ' +
    'host basePath schemes consumes produces definitions parameters responses securityDefinitions ' +
    'id channels operations defaultContentType',
)

function isDescription(top: Top | undefined): boolean {
  if (!top) return false
  const version = top.get('openapi') ?? top.get('swagger') ?? top.get('asyncapi')
  if (typeof version !== 'string' || !/^[23]\.\d/.test(version)) return false
  return [...top.keys()].every((key) => descriptionKeys.has(key) || key.startsWith('x-'))
}

/**
 * The keys at the left edge of a YAML document in block style, with the beginning of what stands behind them. Not parsed:
 * that takes 20 times as long as JSON, and tags, directives and further documents have no business in a description.
 */
function topOfYaml(text: string): Top | undefined {
  const top = new Map<string, string>()
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const isInside = /^(\s|#|$)/.test(line) || (top.size > 0 && /^[-\]}]( |,|$)/.test(line))
    if (isInside || (line === '---' && top.size === 0)) continue
    const [, quote, key, value] = /^(["']?)([\w$-]{1,60})\1:(?:[ \t]([^\n]{0,40})|$)/.exec(line) ?? []
    if (quote === undefined || key === undefined || top.has(key)) return undefined
    top.set(key, (value ?? '').trim().replace(/^["']/, ''))
  }
  return top
}

// Of docs.json and mint.json, and of the objects that their navigation, links and redirects are made of.
const settingsKeys = words(
  '$schema $ref name description theme colors logo favicon fonts appearance background icons styling navbar footer banner ' +
    'redirects errors metadata seo search api integrations contextual interaction thumbnails navigation global ' +
    'languages versions products dropdowns anchors tabs groups pages menu ' +
    'language version product dropdown anchor tab item group page label title text ' +
    'icon iconType tag color hidden root expanded default directory drilldown boost public href url type ' +
    'openapi asyncapi source destination permanent primary light dark links socials header items content dismissible ' +
    'topbarLinks topbarCtaButton topAnchor primaryTab modeToggle footerSocials feedback isDefaultHidden share',
)

/** One object, or a list of names and objects, with keys of the settings alone. */
function isSettings(value: unknown): boolean {
  if (!Array.isArray(value)) return isSettingsObject(value)
  return value.every((item) => typeof item === 'string' || isSettingsObject(item))
}

function isSettingsObject(value: unknown): boolean {
  const top = keysOf(value)
  return top !== undefined && [...top.keys()].every((key) => settingsKeys.has(key))
}
