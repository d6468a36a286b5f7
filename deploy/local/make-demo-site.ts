import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ownDocs = fileURLToPath(new URL('../../docs', import.meta.url))

/**
 * Three pages that the scripted model knows how to edit. For suites that look at the service and not at pages: an export
 * of our documentation takes 5 s of processor time more.
 */
export const smallSource = fileURLToPath(new URL('../../packages/server/testing/sites/region-site', import.meta.url))

interface Group {
  group: string
  pages: (string | Group)[]
}

/** Our own documentation, or another folder's, and a section of made pages so that there is progress to watch. */
export function makeDemoSite(folder: string, madePages: number, source = ownDocs): void {
  cpSync(source, folder, { recursive: true })
  const file = `${folder}/docs.json`
  const config = JSON.parse(readFileSync(file, 'utf8')) as { navigation: { groups: Group[] } }
  const shelves = Array.from({ length: Math.ceil(madePages / 20) }, (_, i) => i + 1)
  mkdirSync(`${folder}/library`, { recursive: true })
  const pages = shelves.map((shelf) => writeShelf(folder, shelf, Math.min(20, madePages - (shelf - 1) * 20)))
  config.navigation.groups.push({ group: 'Library', pages })
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
}

function writeShelf(folder: string, shelf: number, count: number): Group {
  const names = Array.from({ length: count }, (_, i) => `library/shelf-${shelf}-volume-${i + 1}`)
  names.forEach((name, i) => {
    writeFileSync(`${folder}/${name}.mdx`, volume(shelf, i + 1, count))
  })
  return { group: `Shelf ${shelf}`, pages: names }
}

function volume(shelf: number, number: number, count: number): string {
  const next = `library/shelf-${shelf}-volume-${(number % count) + 1}`
  return `---
title: Shelf ${shelf}, volume ${number}
description: A page that stands in for a page of yours
---

## What stands here

Volume ${number} of shelf ${shelf} is made by the demo, so that an export has something to count. It goes on in [the next volume](/${next}).

<Note>Nothing on this page asks another host for anything.</Note>

## A little code

\`\`\`ts
export function volume${number}(shelf: number): string {
  return \`shelf \${shelf}, volume ${number}\`
}
\`\`\`

| Shelf | Volume | Pages |
|---|---|---|
| ${shelf} | ${number} | ${(shelf * 37 + number * 11) % 400} |
`
}
