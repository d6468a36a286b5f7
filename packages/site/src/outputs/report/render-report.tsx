import { raw } from 'hono/html'
import type { Finding } from '../../model/finding.ts'
import { compareKinds, countSeverities, titleOfKind } from '../../model/finding-kinds.ts'
import type { Report } from './report.ts'

// A readable page names the first of each kind; the JSON beside it has the rest.
const shownOfKind = 200

/** The report for people: one file that needs no other. */
export function renderReport(report: Report): string {
  const { counts } = report
  const { errors, warnings, advice } = countSeverities(report)
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Report · ${report.name}`}</title>
        <style>{raw(style)}</style>
      </head>
      <body>
        <main>
          <h1>{report.name}: report</h1>
          <p>
            {counts.rendered} of {counts.pages} pages rendered, {counts.failed} failed, {counts.leftOut} left out.{' '}
            {errors} errors, {warnings} warnings, {advice} pieces of advice.
          </p>
          <Failures report={report} />
          {Object.entries(groupByCode(report.findings)).map(([code, findings]) => (
            <Findings title={titleOfKind(code)} findings={findings} count={counts.findings[code] ?? findings.length} />
          ))}
          <Plain
            title="Other hosts that pages load from, or offer to load from"
            items={report.outsideHosts.map(formatHost)}
            count={counts.outsideHosts}
          />
          <Plain
            title="Mistakes in the configuration"
            items={report.advice.map(formatAdvised)}
            count={counts.configuration}
          />
          <Plain
            title="Files left out"
            items={report.leftOut.map(({ file, reason }) => `${file}: ${reason}`)}
            count={counts.leftOutFiles}
          />
          <Plain title="The author’s own code that runs in browsers, in bytes" items={listCode(report)} />
          <Plain title="Pages that no navigation leads to" items={report.unlisted} count={counts.unlisted} />
        </main>
      </body>
    </html>
  )
  return `<!doctype html>\n${page}\n`
}

function Failures({ report: { failures, counts } }: { report: Report }) {
  if (counts.failed === 0) return null
  const findings = failures.map((failure) => ({ ...failure, message: failure.reason }))
  return <Findings title="Pages that failed" findings={findings} count={counts.failed} />
}

type Shown = Pick<Finding, 'file' | 'line' | 'column' | 'message'>

function Findings({ title, findings, count }: { title: string; findings: Shown[]; count: number }) {
  const shown = findings.slice(0, shownOfKind)
  return (
    <details open={count <= 20}>
      <summary>
        {title} <b>{count}</b>
      </summary>
      <table>
        {shown.map(({ file, line, column, message }) => (
          <tr>
            <td>
              <code>{`${file}:${line}:${column}`}</code>
            </td>
            <td>{message}</td>
          </tr>
        ))}
      </table>
      {count > shown.length && <p>{count - shown.length} more.</p>}
    </details>
  )
}

function Plain({ title, items, count = items.length }: { title: string; items: string[]; count?: number }) {
  if (items.length === 0) return null
  return (
    <details>
      <summary>
        {title} <b>{count}</b>
      </summary>
      <ul>
        {items.slice(0, shownOfKind).map((item) => (
          <li>{item}</li>
        ))}
      </ul>
      {count > shownOfKind && <p>{count - shownOfKind} more.</p>}
    </details>
  )
}

function listCode({ authorCode }: Report): string[] {
  const scripts = (authorCode?.scripts ?? []).map(({ file, bytes }) => `${file}, on every page: ${bytes}`)
  return [...scripts, ...(authorCode?.pages ?? []).map(({ page, bytes }) => `${page}: ${bytes}`)]
}

function formatHost({ host, count }: Report['outsideHosts'][number]): string {
  return `${host} (${count} ${count === 1 ? 'page' : 'pages'})`
}

function formatAdvised({ file, path, message, suggestion }: Report['advice'][number]): string {
  return `${file}${path ? ` ${path}` : ''}: ${message} ${suggestion}`
}

function groupByCode(findings: Finding[]): Record<string, Finding[]> {
  const sorted = [...findings].sort((a, b) => compareKinds(a.code, b.code))
  return Object.groupBy(sorted, ({ code }) => code) as Record<string, Finding[]>
}

const style = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif }
main { max-width: 68rem; margin: 3rem auto; padding: 0 1.5rem }
h1 { line-height: 1.2; letter-spacing: -0.01em }
details { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: .6rem 0 }
summary { cursor: pointer; font-weight: 600 }
summary b { font-variant-numeric: tabular-nums; opacity: .6; margin-inline-start: .4rem }
table { border-collapse: collapse; margin-top: .6rem }
td { padding: .2rem 1rem .2rem 0; vertical-align: top; overflow-wrap: anywhere }
code { font: .87em ui-monospace, monospace }
`
