import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Expectations, parsePublicKeys } from '@bindery/bundle'
import { UnreadableError } from '../errors.ts'

export interface ExpectationFlags {
  publicKey?: string[]
  domain?: string
  /** Of the archive. */
  sha256?: string
}

/** Requirements that the flags of a command state. */
export async function readExpectations({ publicKey = [], domain, sha256 }: ExpectationFlags): Promise<Expectations> {
  const pinned = { domain: domain?.toLowerCase(), sha256: sha256?.toLowerCase() }
  if (publicKey.length === 0) return { publicKeys: 'unchecked', ...pinned }
  if (pinned.domain === undefined) {
    const why = 'A service signs the sites of all its organizations with one key'
    throw new UnreadableError(
      `--public-key needs --domain. ${why}, so name the domain of the site: --domain docs.example.com`,
    )
  }
  return { publicKeys: await readPublicKeys(publicKey), ...pinned, domain: pinned.domain }
}

/** Keys of all these files; each may hold several. */
async function readPublicKeys(files: readonly string[]): Promise<KeyObject[]> {
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
