import { readFile } from 'node:fs/promises'
import { UsageError } from '../errors.ts'

/** The API key, from `BINDERY_API_KEY` or from the file that `BINDERY_API_KEY_FILE` names. */
export async function readKey(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { BINDERY_API_KEY: given, BINDERY_API_KEY_FILE: file } = env
  if (given && file) throw new UsageError('BINDERY_API_KEY and BINDERY_API_KEY_FILE are both set. Keep one of them.')
  const key = file ? await readKeyFile(file) : (given ?? '')
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const where = file ? `${file}, which BINDERY_API_KEY_FILE names,` : 'BINDERY_API_KEY'
  throw new UsageError(`${where} holds no API key. Make one on the API keys page of the dashboard.`)
}

async function readKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path}, which BINDERY_API_KEY_FILE names, cannot be read (${cause.code}).`, { cause })
  })
  return text.replace(/[\r\n]+$/, '')
}
