import { text } from 'node:stream/consumers'
import { askSecret } from '../terminal/ask-secret.ts'
import { printJson } from '../terminal/print-table.ts'
import { fewAttempts, openClient, printNote, readUrl, type ServiceFlags } from './connect-service.ts'
import { checkKey } from './read-key.ts'
import { readLogin, removeLogin, writeLogin } from './saved-login.ts'

/** `bindery login --url URL`: the key comes from the terminal or from stdin, never from an argument that others can see. */
export async function logIn(flags: ServiceFlags): Promise<void> {
  const url = readUrl(flags.url ?? (process.env.BINDERY_URL || undefined))
  const typed = process.stdin.isTTY ? await askSecret(`API key for ${url} (not shown): `) : await text(process.stdin)
  const apiKey = checkKey(typed.trim(), 'What you entered')
  // Nothing is stored that the service refuses.
  const { projects } = await openClient({ url, apiKey }, fewAttempts).projects.list({ limit: 100 })
  const file = await writeLogin({ url, apiKey })
  if (flags.json) return printJson({ url, file, projects: projects.map(({ id }) => id) })
  process.stdout.write(`You are logged in to ${url}\n`)
  printNote(`The key is stored in ${file}, which only you can read. bindery logout removes it.`)
}

/** `bindery logout`: the key itself stays valid until it is revoked in the dashboard. */
export async function logOut(): Promise<void> {
  const login = await readLogin().catch(() => undefined)
  await removeLogin()
  process.stdout.write(login ? `You are logged out of ${login.url}\n` : 'You were not logged in.\n')
}
