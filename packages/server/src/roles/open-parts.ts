import type { Config } from '../config/config.ts'
import { createDatabase, type Database } from '../db/create-database.ts'
import type { Log } from '../ops/log.ts'
import { createS3Store } from '../storage/create-s3-store.ts'
import type { ObjectStore } from '../storage/object-store.ts'

export function openDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  log: Log,
  { applicationName, connections }: { applicationName: string; connections: number },
): Database {
  return createDatabase(databaseUrl, {
    connections,
    applicationName,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke off'),
  })
}

export function openStore({ storage, network }: Pick<Config, 'storage' | 'network'>): ObjectStore {
  const { endpoint, publicEndpoint, accessKeyId, secretAccessKey, ...rest } = storage
  return createS3Store({
    ...rest,
    ...(endpoint !== undefined && { endpoint }),
    ...(publicEndpoint !== undefined && { publicEndpoint }),
    ...(accessKeyId !== undefined && { accessKeyId }),
    ...(secretAccessKey !== undefined && { secretAccessKey }),
    ...(network.caFile !== undefined && { caFile: network.caFile }),
    ...(network.httpsProxy !== undefined && {
      proxyEnv: { HTTPS_PROXY: network.httpsProxy, NO_PROXY: network.noProxy },
    }),
  })
}
