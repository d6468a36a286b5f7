import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import { UnreadableError } from './explain-error.ts'

export interface KeyFlags {
  publicKey?: string[]
}

export function publicKeyOption(): Option {
  return new Option(
    '--public-key <file>',
    'require a signature by a key in this PEM file; may be given again',
  ).argParser((file: string, earlier: string[] = []) => [...earlier, file])
}

/** A file may hold several keys, one after another: while a key is replaced both are accepted. */
export async function readPublicKeys(files: readonly string[]): Promise<KeyObject[]> {
  return (await Promise.all(files.map(readKeyFile))).flat()
}

async function readKeyFile(file: string): Promise<KeyObject[]> {
  try {
    const text = await readFile(file, 'utf8')
    const keys = [...text.matchAll(/-----BEGIN PUBLIC KEY-----.+?-----END PUBLIC KEY-----/gs)].map(([pem]) =>
      createPublicKey(pem),
    )
    if (keys.length > 0 && keys.every((key) => key.asymmetricKeyType === 'ed25519')) return keys
  } catch (cause) {
    throw unreadable(file, cause)
  }
  throw unreadable(file)
}

function unreadable(file: string, cause?: unknown): UnreadableError {
  return new UnreadableError(
    `${file} holds no Ed25519 public keys in PEM form. Ask whoever signs the bundles for it.`,
    {
      cause,
    },
  )
}
