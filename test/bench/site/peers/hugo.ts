import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Builder, makeFolder } from '../builder.ts'
import { writePages } from '../make-plain-site.ts'
import { measureProcess } from '../measure-process.ts'

/** Hugo with the smallest theme that does the same work: highlighting by classes, a contents list, the section's pages. */
export const hugo: Builder = {
  async prepare(pages) {
    if (spawnSync('hugo', ['version']).status !== 0) return undefined
    const { path: folder, ...disposable } = await makeFolder(tmpdir())
    await writePages(pages, join(folder, 'content'))
    await mkdir(join(folder, 'layouts/_default'), { recursive: true })
    await writeFile(join(folder, 'config.toml'), config)
    await writeFile(join(folder, 'layouts/_default/single.html'), pageLayout)
    await writeFile(join(folder, 'layouts/_default/list.html'), listLayout)
    return {
      ...disposable,
      async build() {
        await rm(join(folder, 'public'), { recursive: true, force: true })
        return measureProcess('hugo', ['--quiet', '--ignoreCache'], { cwd: folder })
      },
    }
  },
}

const config = `baseURL = "/"
title = "Bench"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
[markup.highlight]
codeFences = true
noClasses = false
`
const pageLayout = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title></head><body>
<nav>{{ range .CurrentSection.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</nav>
<main><h1>{{ .Title }}</h1>{{ .TableOfContents }}{{ .Content }}</main></body></html>
`
const listLayout = `<!doctype html><html lang="en"><body>{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</body></html>
`
