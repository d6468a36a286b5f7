import { readFile } from 'node:fs/promises'
import { HostError } from '../ops/host-error.ts'
import type { ApiKey } from './config.ts'

/** The key as it is now. One that no header can carry is refused here: `fetch` would tell it in its own complaint. */
export async function readApiKey(key: ApiKey): Promise<string> {
  const isFile = 'file' in key
  const text = isFile ? await readKeyFile(key.file) : key.text
  if (/^[\x21-\x7e]+$/.test(text.trim())) return text.trim()
  const where = isFile ? key.file : 'BINDERY_STATIC_EXPORT_FOLLOW_API_KEY'
  throw new HostError('key_refused', `${where} holds no API key. Write it there, on one line and nothing else.`)
}

function readKeyFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause) => {
    const message = `The API key in ${path} cannot be read (${cause.code}). See to it that the file is there.`
    throw new HostError('key_refused', message, { cause })
  })
}
