import { invalidSetting } from '../ops/host-error.ts'

/** An address on another machine: https, or http where the operator allows it. */
export function readRemoteUrl(name: string, value: string, allowHttp: boolean): string {
  const url = URL.parse(value)
  if (url?.username || url?.password) {
    throw invalidSetting(name, 'holds a user name or a password, which would not be sent')
  }
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && allowHttp)) return value
  if (url?.protocol !== 'http:') throw invalidSetting(name, 'does not begin with https://')
  throw invalidSetting(name, 'is not https. In a network that you trust, set staticExport.allowHttp to true')
}
