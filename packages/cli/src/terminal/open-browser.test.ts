import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserCommand, openBrowser } from './open-browser.ts'

const hostile = 'https://previews.example.com/?a=1&calc.exe&b="|%PATH%'
const href = 'https://previews.example.com/?a=1&calc.exe&b=%22|%PATH%'

test('an address is one argument of a program, and no shell reads it', () => {
  expect(browserCommand(hostile, 'win32')).toEqual([
    expect.stringMatching(/^[A-Z]:\\.*\\System32\\rundll32\.exe$/),
    'url.dll,FileProtocolHandler',
    href,
  ])
  expect(browserCommand(hostile, 'darwin')).toEqual(['open', href])
  expect(browserCommand(hostile, 'linux')).toEqual(['xdg-open', href])
})

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'ms-settings:', 'C:\\Windows\\calc.exe', '--help', ''])(
  '%j is opened on no platform',
  (address) => {
    for (const platform of ['win32', 'darwin', 'linux'] as const)
      expect(browserCommand(address, platform)).toBeUndefined()
  },
)

test('the browser of the system gets the whole address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-browser-'))
  const before = process.env.PATH
  try {
    await writeFile(
      join(folder, 'xdg-open'),
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/part\nmv ${folder}/part ${folder}/asked\n`,
    )
    await chmod(join(folder, 'xdg-open'), 0o755)
    process.env.PATH = `${folder}:${before}`
    openBrowser('file:///etc/passwd')
    openBrowser(hostile)
    await expect
      .poll(() => readFile(join(folder, 'asked'), 'utf8').catch(() => ''), { timeout: 10_000 })
      .toBe(`${href}\n`)
  } finally {
    process.env.PATH = before
    await rm(folder, { recursive: true })
  }
})
