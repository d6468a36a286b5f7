import { spawn } from 'node:child_process'

const commands: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Where there is no browser nothing happens: the address stands in the terminal. */
export function openBrowser(url: string): void {
  const [command = '', ...args] = commands[process.platform] ?? ['xdg-open']
  const browser = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  browser.on('error', () => {})
  browser.unref()
}
