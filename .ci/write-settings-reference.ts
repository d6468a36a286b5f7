/** `node .ci/write-settings-reference.ts` writes docs/reference/docs-json.mdx; with `--check` it fails when the page has drifted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { knownFrontMatter } from '../packages/site/src/config/settings/known-front-matter.ts'
import { knownSettings } from '../packages/site/src/config/settings/known-settings.ts'
import type { Treatment, Treatments } from '../packages/site/src/config/settings/treatment.ts'

const file = new URL('../docs/reference/docs-json.mdx', import.meta.url)
const page = writePage()

if (!process.argv.includes('--check')) {
  writeFileSync(file, page)
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/reference/docs-json.mdx differs from the settings. Run: node .ci/write-settings-reference.ts')
  process.exitCode = 1
}

function writePage(): string {
  const mint = pick((path) => path.startsWith('mint.'))
  const shared = /^(?:font|link|icon|openapi|mint)\./
  const navigation = pick((path) => path.startsWith('navigation.'))
  const rest = pick((path) => !shared.test(path) && !path.startsWith('navigation.'))
  return `---
title: Settings
description: Every setting of docs.json and of front matter, and what becomes of it
---

Every setting that you write is used, is replaced by something that serves the same purpose, or is named in the report with its line and the reason. A name that is not on this page is named too, with the setting that you probably meant. These findings are advice: they fail no check.

## docs.json

${writeTable(rest)}
The objects that stand in several places:

${writeTable(pick((path) => shared.test(path) && !path.startsWith('mint.')))}
## The navigation

The same names are known at every level of \`navigation\`.

${writeTable(navigation)}
## mint.json

The older file may have the settings above too, and these:

${writeTable(Object.fromEntries(Object.entries(mint).map(([path, one]) => [path.slice('mint.'.length), one])))}
## Front matter

Keys of your own are fine: the report names each of them once, with the number of pages that have it. \`og:image\` and any other name with a colon becomes a meta tag of the page.

${writeTable(knownFrontMatter)}`
}

function pick(isPicked: (path: string) => boolean): Treatments {
  return Object.fromEntries(Object.entries(knownSettings).filter(([path]) => isPicked(path)))
}

function writeTable(treatments: Treatments): string {
  const rows = Object.entries(treatments).map(([path, treatment]) => `| \`${path}\` | ${writeTreatment(treatment)} |`)
  return `| Setting | What becomes of it |\n|---|---|\n${rows.join('\n')}\n`
}

function writeTreatment({ kind, note, inside }: Treatment): string {
  const word = { honoured: 'Used', replaced: 'Replaced', reported: 'Reported' }[kind]
  const held = inside === undefined || inside === 'navigation' ? '' : `, see \`${inside}.*\``
  return `${word}${held}${note === undefined ? '' : `: ${note.replace(/[<{|]/g, '\\$&')}`}`
}
