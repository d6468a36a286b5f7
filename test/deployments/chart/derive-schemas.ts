import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

type Schema = { [key: string]: unknown }

interface Kind {
  group: string
  version: string
  kind: string
}

/**
 * kubeconform's strict schemas, from the OpenAPI document of Kubernetes and from KEDA's own definition: objects take no
 * name that they do not list. Those that others publish lie on a web host and in no package registry.
 */
export async function deriveSchemas(from: string, into: string): Promise<void> {
  const { definitions } = JSON.parse(await readFile(join(from, 'swagger.json'), 'utf8')) as {
    definitions: Record<string, Schema>
  }
  const strict = Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, close(loosen(schema))]))
  for (const [name, schema] of Object.entries(definitions)) {
    const [kind] = (schema['x-kubernetes-group-version-kind'] as Kind[] | undefined) ?? []
    if (!kind || name.includes('.meta.')) continue
    const definition = { $ref: `#/definitions/${name}`, definitions: pickReachable(name, strict) }
    await writeFile(join(into, nameFile(kind)), JSON.stringify(definition))
  }
  const { spec } = parse(await readFile(join(from, 'scaledobjects.yaml'), 'utf8'))
  const [{ name: version, schema }] = spec.versions
  const scaledObject = close(schema.openAPIV3Schema)
  await writeFile(
    join(into, nameFile({ group: spec.group, version, kind: spec.names.kind })),
    JSON.stringify(scaledObject),
  )
}

/** As kubeconform asks for it: `deployment-apps-v1.json`, `service-v1.json`. */
function nameFile({ group, version, kind }: Kind): string {
  const [shortGroup] = group.split('.')
  return [kind, shortGroup, version].filter(Boolean).join('-').toLowerCase().concat('.json')
}

/** The document says `string` of what the server also takes as a number. */
function loosen(schema: Schema): Schema {
  if (schema.format === 'int-or-string') return { type: ['string', 'integer'] }
  const isQuantity = String(schema.description ?? '').startsWith('Quantity is a fixed-point')
  return isQuantity ? { type: ['string', 'number'] } : schema
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close)
  if (typeof value !== 'object' || value === null) return value
  const closed = Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, close(inside)]))
  // Of a custom resource the server itself fills in metadata; its schema says no more than `object`.
  const isOpen = !isProperties(closed.properties) || closed.additionalProperties !== undefined
  return isOpen || closed['x-kubernetes-preserve-unknown-fields'] ? closed : { ...closed, additionalProperties: false }
}

/** A schema's own list, and not a field that happens to be named `properties`. */
function isProperties(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'object')
}

function pickReachable(name: string, all: Record<string, unknown>, found: Record<string, unknown> = {}) {
  if (name in found) return found
  found[name] = all[name]
  const references = JSON.stringify(all[name]).matchAll(/"#\/definitions\/([^"]+)"/g)
  for (const [, next] of references) if (next !== undefined) pickReachable(next, all, found)
  return found
}
