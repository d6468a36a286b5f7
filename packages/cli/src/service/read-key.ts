import { readFile } from 'node:fs/promises'
import { CommandError, UsageError } from '../errors.ts'

export interface GivenKey {
  apiKey: string
  keyFrom: string
}

/** The API key in `BINDERY_API_KEY`, or in the file that `BINDERY_API_KEY_FILE` names; undefined if neither is set. */
export async function readKey(env: Readonly<Record<string, string | undefined>>): Promise<GivenKey | undefined> {
  const { BINDERY_API_KEY: given, BINDERY_API_KEY_FILE: file } = env
  if (given && file) throw new UsageError('BINDERY_API_KEY and BINDERY_API_KEY_FILE are both set. Keep one of them.')
  if (!given && !file) return undefined
  const apiKey = file ? await readKeyFile(file) : (given ?? '')
  const keyFrom = file ? 'BINDERY_API_KEY_FILE' : 'BINDERY_API_KEY'
  return { apiKey: checkKey(apiKey, file ? `${file}, which BINDERY_API_KEY_FILE names,` : keyFrom), keyFrom }
}

/** The key, if its characters are those of one: it goes into a header. */
export function checkKey(key: string, where: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const why = key === '' ? 'It is empty.' : 'A key has no spaces, line breaks or special characters.'
  throw new CommandError(`${where} holds no API key.`, why, 'Make one on the API keys page of the dashboard.')
}

async function readKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path}, which BINDERY_API_KEY_FILE names, cannot be read (${cause.code}).`, { cause })
  })
  return text.replace(/[\r\n]+$/, '')
}
