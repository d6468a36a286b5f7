import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { serveFolder } from '../../e2e/serve-folder.ts'
import { openEverything } from './open-everything.ts'
import { pageAttempts } from './server-attempts.ts'
import type { Trap } from './start-trap.ts'
import { writeSite } from './write-site.ts'

/** Pages that do what the hostile ones try to do. If these are not noticed, silence means nothing. */
const controls = (trap: string): Record<string, string> => ({
  'script.html': '<script>__pwned(1)</script>',
  'late.html': '<img loading="lazy" style="margin-top:9000px" src="missing.png" onerror="__pwned(2)">',
  'frame.html': '<iframe srcdoc="<script>parent.__pwned(3)</script>"></iframe>',
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>__pwned(4)</script></svg>',
  'style.html': `<link rel="stylesheet" href="${trap}/5">`,
  'click.html': '<p onclick="__pwned(6)">x</p>',
  'link.html': '<a href="java&#9;script:__pwned(7)">x</a>',
  'dialog.html': '<script>alert(8)</script>',
  'shadow.html': '<div><template shadowrootmode="open"><b onclick="__pwned(9)">x</b></template></div>',
})

export async function proveDetector(browser: Browser, folder: string, trap: Trap): Promise<void> {
  const files = controls(trap.origin)
  await writeSite(folder, files)
  await using server = await serveFolder(folder)
  for (const base of [server.url, `${pathToFileURL(folder).href}/`]) {
    trap.asked.clear()
    const { ran, seen } = await openEverything(
      browser,
      Object.keys(files).map((name) => base + name),
    )
    const noticed = [1, 2, 3, 4].every((id) => ran.has(id)) && trap.asked.has('/5')
    const latent = ['click.html: handler', 'link.html: address', 'shadow.html: handler', 'a dialog'].every((what) =>
      seen.some((one) => one.includes(what)),
    )
    if (!noticed || !latent)
      throw new Error(
        `The detector is blind at ${base}: ran ${[...ran]}, asked ${[...trap.asked]}, seen ${seen.join('; ')}`,
      )
  }
  proveCanary(join(folder, 'trace'))
}

/** What the server is tempted to run does leave its trace when Node runs it. */
function proveCanary(file: string): void {
  const attempt = pageAttempts[1]?.({ file, variable: '', outside: '', url: '' }) ?? ''
  execFileSync(process.execPath, ['--eval', attempt])
  if (!existsSync(file)) throw new Error(`Run for real, ${attempt} left no trace.`)
}
