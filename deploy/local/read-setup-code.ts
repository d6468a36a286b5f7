import { readFile } from 'node:fs/promises'
import type { Service } from './start-service.ts'

/** The code that the API printed while nobody could sign in yet, as an operator finds it in its output. */
export async function readSetupCode({ processes }: Pick<Service, 'processes'>): Promise<string> {
  const api = processes.find(({ role }) => role === 'api')
  const [, code] = /"setupCode":"([^"]+)"/.exec(await readFile(api?.logFile ?? '', 'utf8')) ?? []
  if (code === undefined) throw new Error(`The API printed no setup code; its log is ${api?.logFile}.`)
  return code
}
