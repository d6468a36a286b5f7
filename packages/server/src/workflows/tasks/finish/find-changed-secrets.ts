import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '@bindery/agent'
import { findSecrets } from '../../../core/secrets/find-secrets.ts'
import type { Fingerprint } from '../../../core/secrets/fingerprint.ts'

interface FindChangedSecrets {
  /** The tree before and now. */
  base: string
  root: string
  paths: string[]
  /** Of the project's git credential. */
  credential: Fingerprint | undefined
}

/** A finding; with a key, only if that is live. */
export interface FoundSecret extends Diagnostic {
  key?: string
}

const most = 1_000

/** A pull request may be public: what looks like a secret and was not in the file before is the model's to remove. */
export async function findChangedSecrets(input: FindChangedSecrets): Promise<FoundSecret[]> {
  const { base, root, paths, credential } = input
  const found: FoundSecret[] = []
  for (const path of paths) {
    const content = await readBytes(join(root, path))
    if (content === undefined) continue
    const before = listSecrets((await readBytes(join(base, path))) ?? '', credential)
    const known = new Set(before.map(({ message }) => message))
    const name = Buffer.from(path).toString('latin1')
    const now = [...listSecrets(name, credential), ...listSecrets(content, credential)]
    for (const secret of now) if (!known.has(secret.message)) found.push({ file: path, kind: 'secret', ...secret })
  }
  return found.slice(0, most)
}

function listSecrets(bytes: string, credential: Fingerprint | undefined) {
  const { ownKeys, credential: places, others } = findSecrets(bytes, credential)
  return [
    ...ownKeys.map(({ key, line }) => ({ line, key, message: 'An API key of this service. Remove it.' })),
    ...places.map(({ line }) => ({ line, message: 'The credential of the git host. Remove it.' })),
    ...others.map(({ pattern, line }) => ({ line, message: `This looks like ${pattern.what}. Remove it.` })),
  ]
}

async function readBytes(file: string): Promise<string | undefined> {
  return readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
}
