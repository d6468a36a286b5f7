import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parsePublicKeys } from '@bindery/bundle'
import { HostError } from '../ops/host-error.ts'

/** Each is the text of keys in PEM form, or the path of a file that holds it. */
export async function readPublicKeys(list: readonly string[], folder: string): Promise<KeyObject[]> {
  return (await Promise.all(list.map((item) => readKeys(item.trim(), folder)))).flat()
}

async function readKeys(item: string, folder: string): Promise<KeyObject[]> {
  const isText = item.startsWith('-----BEGIN')
  try {
    const text = isText ? item : await readFile(resolve(folder, item), 'utf8')
    const keys = parsePublicKeys(text)
    if (keys) return keys
  } catch (cause) {
    throw unreadable(isText ? 'A key' : item, cause)
  }
  throw unreadable(isText ? 'A key' : item)
}

function unreadable(what: string, cause?: unknown): HostError {
  const message = `${what} in staticExport.publicKeys holds no Ed25519 public key in PEM form. Ask the people who sign the bundles for it.`
  return new HostError('configuration_invalid', message, { cause })
}
