import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measureHelp } from './measure-help.ts'
import type { Packed } from './pack-all.ts'
import { serveOnce } from './serve-once.ts'

const run = promisify(execFile)

export interface Used {
  problems: string[]
  /** Packages in the folder after the install, ours included. */
  installed: number
  version: string
  commands: string[]
  helpMs: number
  nodeMs: number
}

/** Installs the tarballs in an empty folder and uses what a person would. */
export async function useInstalled(packed: readonly Packed[], folder: string): Promise<Used> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const tarballs = packed.map(({ tarball }) => tarball)
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder })
  const problems: string[] = []
  const commands: string[] = []
  const bindery = async (...args: string[]) => {
    commands.push(args[0] ?? '')
    const { stdout } = await run(join(folder, 'node_modules/.bin/bindery'), args, { cwd: folder })
    return stdout.trim()
  }
  const expect = (holds: boolean, problem: string) => void (holds || problems.push(problem))

  const version = await bindery('--version')
  const released = packed.find(({ name }) => name === '@bindery/cli')?.manifest.version
  expect(version === released, `bindery --version printed ${version} and not ${released}.`)
  await bindery('new', 'docs')
  const report = JSON.parse(await bindery('check', 'docs', '--strict', '--json'))
  expect(report.counts.rendered === 4, `bindery check rendered ${report.counts.rendered} of 4 pages.`)
  await bindery('build', 'docs', '--out', 'site')
  expect(readdirSync(join(folder, 'site')).includes('index.html'), 'bindery build wrote no index.html.')
  commands.push('serve')
  const served = await serveOnce(folder, 'site')
  expect(served.status === 200 && served.html.includes('<html'), `bindery serve responded with ${served.status}.`)
  problems.push(...(await importEach(packed, folder)))
  const { helpMs, nodeMs } = await measureHelp(folder)
  // A fifth of a second on a calm machine, where Node itself starts in 40 ms.
  expect(helpMs <= 200 || helpMs <= 5 * nodeMs, `bindery --help took ${helpMs} ms, node itself ${nodeMs} ms.`)
  return { problems, installed: countInstalled(join(folder, 'node_modules')), version, commands, helpMs, nodeMs }
}

async function importEach(packed: readonly Packed[], folder: string): Promise<string[]> {
  const names = packed.flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((path) => !path.endsWith('.json'))
      .map((path) => name + path.slice(1)),
  )
  const problems: string[] = []
  for (const name of names) {
    const script = `const module = await import('${name}'); if (Object.keys(module).length === 0) process.exit(1)`
    await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder }).catch((error) =>
      problems.push(`${name} cannot be imported: ${error.message}`),
    )
  }
  return problems
}

function countInstalled(folder: string): number {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  return names.reduce((count, name) => count + (name.startsWith('@') ? readdirSync(join(folder, name)).length : 1), 0)
}
