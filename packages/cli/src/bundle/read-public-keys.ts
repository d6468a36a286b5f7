import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parsePublicKeys } from '@bindery/bundle'
import { UnreadableError } from '../errors.ts'

export interface KeyFlags {
  publicKey?: string[]
}

/** Of all these files; each may hold several keys. */
export async function readPublicKeys(files: readonly string[]): Promise<KeyObject[]> {
  return (await Promise.all(files.map(readKeyFile))).flat()
}

async function readKeyFile(file: string): Promise<KeyObject[]> {
  try {
    const keys = parsePublicKeys(await readFile(file, 'utf8'))
    if (keys) return keys
  } catch (cause) {
    throw unreadable(file, cause)
  }
  throw unreadable(file)
}

function unreadable(file: string, cause?: unknown): UnreadableError {
  return new UnreadableError(
    `${file} holds no Ed25519 public keys in PEM form. Ask the people who sign the bundles for it.`,
    {
      cause,
    },
  )
}
