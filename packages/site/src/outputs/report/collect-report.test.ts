import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import type { Diagnostic } from '../../model/page-tree.ts'
import { planSite } from '../../plan/plan-site.ts'
import { ReportCollector } from './collect-report.ts'

const factsOf = (route: string, hosts: string[], diagnostics: Diagnostic[] = []) => ({
  ...{
    route,
    file: `${route}.mdx`,
    output: `${route}.html`,
    title: route,
    headings: [],
    anchors: [],
    anchorLinks: [],
    assets: [],
    downloads: [],
  },
  ...{ hosts, needs: [], imports: [], diagnostics },
})

test('a report has a bounded size whatever a site has, and counts what it does not name', async () => {
  await using folder = await makeFolder({ 'docs.json': { navigation: { pages: ['a'] } }, 'a.mdx': page('A') })
  const plan = await planSite(folder.root)
  const names = Array.from({ length: 5_000 }, (_, at) => `file-${String(at).padStart(4, '0')}.mdx`)
  const [first] = plan.pages
  if (!first) throw new Error('The plan has no page.')
  const { named: _, ...unnamed } = first
  const report = new ReportCollector({
    ...plan,
    pages: names.map((file) => ({ ...unnamed, file })),
    leftOut: names.map((file) => ({ file, reason: 'ignored' })),
    advice: names.map((file) => ({ file, path: '', message: 'Wrong.', suggestion: 'Fix it.' })),
  })
  const hosts = Array.from({ length: 3_000 }, (_, at) => `h${String(at).padStart(4, '0')}.example.com`)
  for (let at = 0; at < 20; at++) report.add(factsOf(`/page-${at}`, hosts))
  const code = 'broken_link'
  const at = { file: 'a.mdx', line: 1, column: 1 }
  report.add(factsOf('/long', ['h0000.example.com'], [{ code, message: 'x'.repeat(1_000_000), at }]))

  const { counts, outsideHosts, unlisted, leftOut, advice, findings } = report.finish()
  expect([outsideHosts.length, unlisted.length, leftOut.length, advice.length]).toEqual([2000, 2000, 2000, 2000])
  expect(counts).toMatchObject({ outsideHosts: 3_000, unlisted: 5_000, leftOutFiles: 5_000, configuration: 5_000 })
  expect(outsideHosts[0]).toMatchObject({ host: 'h0000.example.com', count: 21 })
  expect(outsideHosts.every(({ pages }) => pages.length > 0)).toBe(true)
  expect(outsideHosts.flatMap(({ pages }) => pages).length).toBeLessThanOrEqual(23_000)
  const { errors = 0, warnings = 0, advice: pieces = 0 } = counts
  expect(errors + warnings + pieces).toBe(8_001)
  expect(findings[0]?.message.length).toBe(1_001)
})
