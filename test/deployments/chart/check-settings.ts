import { type KnownSettings, readKnownSettings } from './known-settings.ts'

/** Both ways round: what the service reads may be set, as a setting, as a secret or by the chart itself, and nothing else. */
export async function checkSettings({ server }: KnownSettings): Promise<string[]> {
  const { default: schema } = await import('../../../deploy/chart/values.schema.json', { with: { type: 'json' } })
  const { settings, secrets } = schema.properties.server.properties
  const offered = new Set([...settings.propertyNames.enum, ...secrets.propertyNames.enum, ...ownSettings])
  return [
    ...[...server].filter((name) => !offered.has(name)).map((name) => `${name} cannot be set`),
    ...[...offered].filter((name) => !server.has(name)).map((name) => `the service does not read ${name}`),
  ]
}

/** Follow from how the pods are made; short links are for tests alone. */
const ownSettings = [
  'BINDERY_ADDRESS',
  'BINDERY_PORT',
  'BINDERY_INTERNAL_ADDRESS',
  'BINDERY_INTERNAL_PORT',
  'BINDERY_CA_FILE',
  'BINDERY_SIGNING_KEY_FILE',
  'BINDERY_WORKER_CACHE_FOLDER',
  'BINDERY_WORKER_CACHE_BYTES',
  'BINDERY_ALLOW_SHORT_LINKS',
]

if (import.meta.main) {
  const faults = await checkSettings(await readKnownSettings())
  for (const fault of faults) console.error(`deploy/chart/values.schema.json: ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
