import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutChangelog } from './write-changelog.ts'

export function readVersion(tree: string): string {
  return JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')).version
}

/** Writes the version to all places that repeat it, and gives the changelog's unreleased section its name and date. */
export function prepareVersion(tree: string, version: string): void {
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) throw new Error(`${version} is no version such as 0.2.0.`)
  const file = join(tree, 'package.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`))
  execFileSync(process.execPath, ['.ci/check-version.ts', '--write'], { cwd: tree, stdio: 'inherit' })
  const changelog = join(tree, 'CHANGELOG.md')
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(changelog, cutChangelog(readFileSync(changelog, 'utf8'), version, today))
}
