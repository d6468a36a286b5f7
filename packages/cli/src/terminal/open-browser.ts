import { spawn } from 'node:child_process'
import { win32 } from 'node:path'

/** Does nothing without a browser: the address is in the terminal. */
export function openBrowser(url: string): void {
  const [command, ...args] = browserCommand(url, process.platform) ?? []
  if (command === undefined) return
  const browser = spawn(command, args, { stdio: 'ignore', detached: true })
  browser.on('error', () => {})
  browser.unref()
}

/**
 * The program that opens an address, and its arguments: never a shell, to which `&` in an address begins a command. A
 * service names addresses too, so only pages of the web are opened, no files and no programs.
 */
export function browserCommand(url: string, platform: NodeJS.Platform): string[] | undefined {
  const page = URL.parse(url)
  if (page?.protocol !== 'https:' && page?.protocol !== 'http:') return undefined
  if (platform === 'darwin') return ['open', page.href]
  if (platform !== 'win32') return ['xdg-open', page.href]
  const system = win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32')
  return [win32.join(system, 'rundll32.exe'), 'url.dll,FileProtocolHandler', page.href]
}
