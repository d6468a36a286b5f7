import { type Client, type ClientOptions, createClient } from '@bindery/client'
import { CommandError } from '../errors.ts'
import { summarizeError } from './explain-service-error.ts'
import { readKey } from './read-key.ts'
import { readLogin, type SavedLogin } from './saved-login.ts'

/** Options of every command for a service. */
export interface ServiceFlags {
  url?: string
  json?: true
}

export interface Service {
  url: string
  apiKey: string
  /** For people: where the key comes from. */
  keyFrom: string
}

/** The service that the flag, the environment or the login names, with the key for it. */
export async function connectService(flags: ServiceFlags): Promise<Client> {
  return openClient(await findService(flags))
}

export function openClient(
  { url, apiKey }: Pick<Service, 'url' | 'apiKey'>,
  options: Pick<ClientOptions, 'maxAttempts'> = {},
): Client {
  return createClient({
    url,
    apiKey,
    ...options,
    onRetry: ({ error, seconds }) => printNote(`${summarizeError(error)} Trying again in ${Math.ceil(seconds)} s.`),
  })
}

export async function findService(flags: ServiceFlags): Promise<Service> {
  const login = await readLogin()
  const given = await readKey(process.env)
  const named = flags.url ?? (process.env.BINDERY_URL || undefined)
  const url = readUrl(named ?? login?.url)
  if (given) return { url, ...given }
  return { url, apiKey: keyOf(login, url), keyFrom: 'bindery login' }
}

/** A key that was stored for one service is sent to no other. */
function keyOf(login: SavedLogin | undefined, url: string): string {
  const next = 'Make a key on the API keys page of the dashboard, then run bindery login or set BINDERY_API_KEY.'
  if (login === undefined) {
    throw new CommandError('BINDERY_API_KEY holds no API key.', 'It is not set, and you have not logged in.', next)
  }
  if (readUrl(login.url) === url) return login.apiKey
  throw new CommandError(`There is no API key for ${url}`, `You are logged in to ${login.url}`, next)
}

/** Plain http is the choice of the person who types it, as for a service on this machine. */
export function readUrl(text: string | undefined): string {
  const url = URL.parse(text ?? '')
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href
  throw new CommandError(
    'Which service? Set BINDERY_URL, give --url, or run bindery login.',
    text === undefined ? 'No address is given.' : `${JSON.stringify(text)} is not the address of a service.`,
    'Write the address as https://bindery.example.com.',
  )
}

/** A person who looks whether the service is there waits for seconds, a pipeline that exports for minutes. */
export const fewAttempts = { maxAttempts: 3 }

/** What is not the result goes to stderr. */
export function printNote(line: string): void {
  process.stderr.write(`${line}\n`)
}
