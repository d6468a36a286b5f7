import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PlainPage, writePage } from './make-plain-site.ts'
import { type Measured, measureProcess } from './measure-process.ts'

/** Hugo with the smallest theme that does the same work: highlighting by classes, a contents list, the section's pages. */
export async function buildWithHugo(pages: PlainPage[], folder: string): Promise<Measured | undefined> {
  if (!isInstalled('hugo')) return undefined
  for (const page of pages) await writePage(join(folder, 'content', `${page.path}.md`), page)
  await mkdir(join(folder, 'layouts/_default'), { recursive: true })
  await writeFile(join(folder, 'config.toml'), hugoConfig)
  await writeFile(join(folder, 'layouts/_default/single.html'), hugoPage)
  await writeFile(join(folder, 'layouts/_default/list.html'), hugoList)
  return measureProcess('hugo', ['--quiet'], folder)
}

const hugoConfig = `baseURL = "/"
title = "Bench"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
[markup.highlight]
noClasses = false
`
const hugoPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title></head><body>
<nav>{{ range .CurrentSection.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav>
<main><h1>{{ .Title }}</h1>{{ .TableOfContents }}{{ .Content }}</main></body></html>
`
const hugoList = `<!doctype html><html lang="en"><body>{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</body></html>
`

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
