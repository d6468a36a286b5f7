import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { countOperations, type OperationCounts } from './count-operations.ts'
import type { Figures } from './figures.ts'

const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')

/** The part of a site's report that is counted here. */
interface Report {
  counts: {
    pages: number
    rendered: number
    failed: number
    findings: Record<string, number>
    pagesWith: Record<string, number>
    withAllImports: number
    withoutFallback: number
  }
  failures: { file: string; line: number; column: number; reason: string }[]
  findings: { code: string; file: string; line: number; column: number; message: string }[]
  outsideHosts: unknown[]
}

/** Builds the site with the command line, as its author would, and reads its report. */
export async function measureSite(name: string, root: string, out: string): Promise<Figures> {
  const startedAt = performance.now()
  const build = spawnSync(process.execPath, [command, 'build', root, '--assets', 'link', '--out', out, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const seconds = (performance.now() - startedAt) / 1000
  if (build.status !== 0 && build.stdout.trim() === '') throw new Error(`${name}: ${build.stderr}`)
  const report = JSON.parse(
    build.status === 0 ? await readFile(join(out, '_bindery/report.json'), 'utf8') : build.stdout,
  )
  const operations = await countOperations(root, out)
  for (const part of operations.missingParts) console.log(`    missing ${part}`)
  return toFigures(name, report, operations, seconds)
}

function toFigures(
  name: string,
  { counts, failures, findings, outsideHosts }: Report,
  { operations, operationPages }: OperationCounts,
  seconds: number,
): Figures {
  for (const { file, line, column, reason } of failures) console.log(`    failed ${file}:${line}:${column}: ${reason}`)
  const fallbacks = findings.filter(({ code }) => code === 'fallback')
  return {
    name,
    pages: counts.pages,
    rendered: counts.rendered,
    failed: counts.failed,
    fallback: counts.pagesWith.fallback ?? 0,
    missingImports: counts.pagesWith.missing_import ?? 0,
    unknownComponents: counts.pagesWith.unknown_component ?? 0,
    brokenLinks: counts.findings.broken_link ?? 0,
    outsideHosts: outsideHosts.length,
    operations,
    operationPages,
    renderedShare: counts.withAllImports === 0 ? 1 : counts.withoutFallback / counts.withAllImports,
    withAllImports: counts.withAllImports,
    withoutFallback: counts.withoutFallback,
    seconds,
    fallbacks: fallbacks.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`),
  }
}
