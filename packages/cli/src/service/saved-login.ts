import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandError } from '../errors.ts'

export interface SavedLogin {
  url: string
  apiKey: string
}

/** What `bindery login` stored; undefined if it stored nothing. */
export async function readLogin(): Promise<SavedLogin | undefined> {
  const file = loginFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unreadable(file, `It cannot be read (${error.code}).`)
  })
  if (text === undefined) return undefined
  const { url, apiKey } = parse(text) ?? {}
  if (typeof url === 'string' && typeof apiKey === 'string') return { url, apiKey }
  throw unreadable(file, 'It has no address and key.')
}

/** Readable by this person alone; written beside its place, so that it is never half there. */
export async function writeLogin(login: SavedLogin): Promise<string> {
  const file = loginFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}`
  await writeFile(next, `${JSON.stringify(login, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(next, file)
  return file
}

export async function removeLogin(): Promise<void> {
  await rm(loginFile(), { force: true })
}

function loginFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env
  const system = process.platform === 'win32' ? APPDATA : undefined
  return join(XDG_CONFIG_HOME || system || join(homedir(), '.config'), 'bindery', 'login.json')
}

function parse(text: string): Partial<Record<keyof SavedLogin, unknown>> | undefined {
  try {
    return Object(JSON.parse(text))
  } catch {
    return undefined
  }
}

function unreadable(file: string, why: string): CommandError {
  return new CommandError(`The login in ${file} cannot be used.`, why, 'Run bindery login again.')
}
