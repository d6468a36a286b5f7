import { type Client, createClient } from '@bindery/client'
import { UsageError } from '../errors.ts'
import { explainError } from '../explain-error.ts'
import { readKey } from './read-key.ts'

/** The service that the flag or the environment names, with the key of the environment. */
export async function connectService(url: string | undefined, report: (line: string) => void): Promise<Client> {
  return createClient({
    url: readUrl(url ?? process.env.BINDERY_URL),
    apiKey: await readKey(process.env),
    onRetry: ({ error, seconds }) => report(`${explainError(error)} Trying again in ${Math.ceil(seconds)} s.`),
  })
}

/** Plain http is the choice of the person who types it, as for a service on this machine. */
function readUrl(text: string | undefined): string {
  const url = URL.parse(text ?? '')
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href
  throw new UsageError('Which service? Set BINDERY_URL, or give --url https://bindery.example.com.')
}
