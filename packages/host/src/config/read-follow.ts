import { resolve } from 'node:path'
import { invalidSetting } from '../ops/host-error.ts'
import type { ApiKey, Followed } from './config.ts'
import { normalizeDomain } from './normalize-domain.ts'
import { readRemoteUrl } from './read-remote-url.ts'

/** What was said of a service to follow, by the last part of its name. */
export interface FollowValues {
  url: string | undefined
  domain: string | undefined
  /** In place of a domain: all that the service has. */
  allDomains: true | undefined
  apiKeyFile: string | undefined
  /** From the environment alone: a configuration is no place for a secret. */
  apiKey: string | undefined
}

const name = 'staticExport.follow'
const variable = 'BINDERY_STATIC_EXPORT_FOLLOW_API_KEY'

export interface FollowSettings {
  allowHttp: boolean
  timeoutSeconds: number
  /** Relative paths are meant from here. */
  folder: string
}

export function readFollow(
  values: FollowValues,
  { allowHttp, timeoutSeconds, folder }: FollowSettings,
): Followed | undefined {
  if (Object.values(values).every((value) => value === undefined)) return undefined
  const { url, domain, allDomains } = values
  if (url === undefined) throw invalidSetting(`${name}.url`, 'is missing. Write the address of the service’s API')
  if (domain !== undefined && allDomains) {
    throw invalidSetting(`${name}.domain`, `and ${name}.allDomains exclude each other. Drop one`)
  }
  if (domain === undefined && !allDomains) {
    throw invalidSetting(
      `${name}.domain`,
      `is missing. Write the domain whose exports are served, or set ${name}.allDomains`,
    )
  }
  return {
    url: readRemoteUrl(`${name}.url`, url, allowHttp).replace(/\/*$/, '/'),
    domain: readDomain(`${name}.domain`, domain) ?? '',
    apiKey: chooseKey(values, folder),
    timeoutSeconds,
  }
}

/** In the form that manifests have. */
export function readDomain(setting: string, text: string | undefined): string | undefined {
  const domain = text === undefined ? undefined : normalizeDomain(text)
  if (domain !== '') return domain
  throw invalidSetting(setting, `is ${JSON.stringify(text)}. Write it as docs.example.com`)
}

function chooseKey({ apiKey, apiKeyFile }: FollowValues, folder: string): ApiKey {
  if (apiKeyFile !== undefined && apiKey !== undefined) {
    throw invalidSetting(`${variable}_FILE, or ${name}.apiKeyFile, and ${variable}`, 'are both set. Keep one of them')
  }
  if (apiKeyFile !== undefined) return { file: resolve(folder, apiKeyFile) }
  if (apiKey !== undefined) return { text: apiKey }
  throw invalidSetting(
    `${name}.apiKeyFile`,
    `is missing. Name a file that holds an API key that may read, or set ${variable}`,
  )
}
