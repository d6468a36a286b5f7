import { knownFrontMatter } from '../../packages/site/src/config/settings/known-front-matter.ts'
import { knownSettings } from '../../packages/site/src/config/settings/known-settings.ts'
import type { Treatment, Treatments } from '../../packages/site/src/config/settings/treatment.ts'
import { escapeCell, writeFrontMatter, writeTable } from './markdown.ts'

const shared = /^(?:font|link|icon|openapi|mint)\./

export function writeDocsJsonPage(): string {
  const mint = pick((path) => path.startsWith('mint.'))
  return `${writeFrontMatter('docs.json', 'Every setting of docs.json and mint.json, and what Bindery does with it')}Bindery uses each setting, replaces it with something that serves the same purpose, or names it in the report with its line and the reason. The report also names a setting that is not on this page, with the one that you probably meant. These findings are advice: they fail no check.

## Settings

${write(pick((path) => !shared.test(path) && !path.startsWith('navigation.')))}
These objects appear in several places:

${write(pick((path) => shared.test(path) && !path.startsWith('mint.')))}
## Navigation

You can use these names at every level of \`navigation\`.

${write(pick((path) => path.startsWith('navigation.')))}
## mint.json

The older file takes the settings above and these:

${write(Object.fromEntries(Object.entries(mint).map(([path, one]) => [path.slice('mint.'.length), one])))}`
}

export function writeFrontMatterPage(): string {
  return `${writeFrontMatter('Front matter', 'Every field of front matter, and what Bindery does with it')}You can add your own keys: the report names each of them once, with the number of pages that have it. \`og:image\` and any other name with a colon becomes a meta tag of the page.

${write(knownFrontMatter)}`
}

function pick(isPicked: (path: string) => boolean): Treatments {
  return Object.fromEntries(Object.entries(knownSettings).filter(([path]) => isPicked(path)))
}

function write(treatments: Treatments): string {
  const rows = Object.entries(treatments).map(([path, treatment]) => [`\`${path}\``, writeTreatment(treatment)])
  return writeTable(['Setting', 'What Bindery does'], rows)
}

function writeTreatment({ kind, note, inside }: Treatment): string {
  const word = { honoured: 'Used', replaced: 'Replaced', reported: 'Reported' }[kind]
  const held = inside === undefined || inside === 'navigation' ? '' : `, see \`${inside}.*\``
  return `${word}${held}${note === undefined ? '' : `: ${escapeCell(note)}`}`
}
