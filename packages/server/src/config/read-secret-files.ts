import { readFileSync } from 'node:fs'

export type Environment = Record<string, string | undefined>

/** Each may be in a file instead, which `NAME_FILE` names: an environment is seen by more eyes than a mounted secret. */
export const secretVariables = [
  'DATABASE_URL',
  'BINDERY_S3_ACCESS_KEY_ID',
  'BINDERY_S3_SECRET_ACCESS_KEY',
  'BINDERY_HTTPS_PROXY',
  'BINDERY_CREDENTIAL_KEY',
  'BINDERY_CREDENTIAL_PREVIOUS_KEYS',
  'BINDERY_MODEL_API_KEY',
  'BINDERY_OIDC_CLIENT_SECRET',
] as const

/** The environment with what the files hold, read once, and what is wrong with any of them. */
export function readSecretFiles(env: Environment): { filled: Environment; mistakes: string[] } {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '' && value !== undefined))
  const mistakes: string[] = []
  for (const name of secretVariables) {
    const path = filled[`${name}_FILE`]
    if (path === undefined) continue
    try {
      if (filled[name] !== undefined) throw new Error(`and ${name} are both set; keep one of them`)
      filled[name] = readSecret(path)
    } catch (error) {
      mistakes.push(`${name}_FILE ${(error as Error).message}`)
    }
  }
  return { filled, mistakes }
}

function readSecret(path: string): string {
  const secret = read(path).replace(/[\r\n]+$/, '')
  if (secret === '') throw new Error(`names ${path}, which is empty; write the secret into it`)
  return secret
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`names ${path}, which cannot be read (${code}); name a file that this process may read`)
  }
}
