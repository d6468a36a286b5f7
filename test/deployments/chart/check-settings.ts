import { type KnownSettings, readKnownSettings } from './known-settings.ts'

/** Compares the chart's schema with the settings that service and host read, in both directions. */
export async function checkSettings({ server, host }: KnownSettings): Promise<string[]> {
  const { default: schema } = await import('../../../deploy/chart/values.schema.json', { with: { type: 'json' } })
  const { settings, secrets } = schema.properties.server.properties
  const { staticExport, signIn, host: hostValues } = schema.properties
  const hostSettings = { staticExport, signIn, ...hostValues.properties.settings.properties }
  return [
    ...compare('service', server, [...settings.propertyNames.enum, ...secrets.propertyNames.enum, ...ownSettings]),
    ...compare('host', host.names, [...listValues(hostSettings), ...ownHostSettings]),
  ]
}

function compare(role: string, known: ReadonlySet<string>, names: readonly string[]): string[] {
  const offered = new Set(names)
  return [
    ...[...known].filter((name) => !offered.has(name)).map((name) => `${name} of the ${role} cannot be set`),
    ...[...offered].filter((name) => !known.has(name)).map((name) => `the ${role} does not read ${name}`),
  ]
}

/** The settings of the host among the chart's values, as `staticExport.follow.url`. */
function listValues(schemas: object, prefix = ''): string[] {
  return Object.entries<{ properties?: object }>({ ...schemas }).flatMap(([key, { properties }]) => {
    const name = `${prefix}${key}`
    if (secretsOfHost.includes(name)) return []
    return properties ? listValues(properties, `${name}.`) : [name]
  })
}

/** Set by the chart itself; short links are for tests only. */
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

/** Values that name a Secret. The chart mounts it and sets the path of its file. */
const secretsOfHost = ['signIn.clientSecret', 'signIn.cookieSecret']

/** Set by the chart itself: ports, the volume, and the files of `host.apiKey` and of the secrets above. */
const ownHostSettings = [
  'listen',
  'internalListen',
  'dataFolder',
  'staticExport.follow.apiKeyFile',
  'signIn.clientSecretFile',
  'signIn.secretFile',
]

if (import.meta.main) {
  const faults = await checkSettings(await readKnownSettings())
  for (const fault of faults) console.error(`deploy/chart/values.schema.json: ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
