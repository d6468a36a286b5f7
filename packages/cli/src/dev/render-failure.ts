import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageFacts, PageFailure, SiteFile } from '@bindery/site'

const linesAround = 3

/** Stands in the place of a page that cannot be made, until the next save. */
export async function renderFailure(root: string, page: PageFacts, failure: PageFailure): Promise<SiteFile> {
  const { file, line, column, reason } = failure
  const source = await readFile(join(root, file), 'utf8').catch(() => '')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}: cannot be shown</title><style>${style}</style></head>
<body><main><h1>This page cannot be shown</h1><p class="place">${escapeHtml(file)}:${line}:${column}</p><p>${escapeHtml(reason)}</p>
<pre>${renderLines(source, line)}</pre><p class="hint">Save the file, and the page comes back by itself.</p></main></body></html>
`
  return { path: page.output, bytes: new TextEncoder().encode(html) }
}

function renderLines(source: string, marked: number): string {
  const first = Math.max(1, marked - linesAround)
  const lines = source.split(/\r?\n/).slice(first - 1, marked + linesAround)
  const width = String(first + lines.length).length
  return lines
    .map((text, index) => {
      const number = first + index
      const rendered = `${String(number).padStart(width)}  ${escapeHtml(text)}`
      return number === marked ? `<mark>${rendered}</mark>` : rendered
    })
    .join('\n')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const style =
  ':root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,sans-serif}main{max-width:46rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.2}.place{font-family:ui-monospace,monospace;font-weight:600}pre{overflow-x:auto;padding:1rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:.5rem;font:14px/1.6 ui-monospace,monospace}mark{display:inline-block;min-width:100%;background:color-mix(in srgb,#d33 18%,transparent);color:inherit}.hint{opacity:.7}'
