import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `## [Unreleased]` becomes the section of the version, below a new one that is empty. */
export function cutChangelog(text: string, version: string, date: string): string {
  if (findSection(text, version) !== undefined) throw new Error(`CHANGELOG.md has a section for ${version} already.`)
  if (!findSection(text, 'Unreleased')) throw new Error('CHANGELOG.md has nothing under “## [Unreleased]”.')
  return text.replace('\n## [Unreleased]\n', `\n## [Unreleased]\n\n## [${version}] - ${date}\n`)
}

export function hasSection(tree: string, version: string): boolean {
  return findSection(readFileSync(join(tree, 'CHANGELOG.md'), 'utf8'), version) !== undefined
}

/** The section of this version as a file of its own, for the page of the release. */
export function writeChangelog(tree: string, version: string, out: string): void {
  const section = findSection(readFileSync(join(tree, 'CHANGELOG.md'), 'utf8'), version)
  if (section === undefined)
    throw new Error(`CHANGELOG.md has no section for ${version}. Add one before you release it.`)
  writeFileSync(join(out, `CHANGELOG-${version}.md`), `# Bindery ${version}\n\n${section}\n`)
}

function findSection(text: string, name: string): string | undefined {
  const sections = text.split(/^## /m).slice(1)
  const found = sections.find((section) => section.startsWith(`[${name}]`))
  return found?.slice(found.indexOf('\n') + 1).trim()
}
