/**
 * `npm run docs:write` writes the pages of docs/ that are made from the code; with `--check` it fails when one has drifted.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeApiPage } from './api.ts'
import { writeBundleFormatPage } from './bundle-format.ts'
import { writeChartValuesPage } from './chart-values.ts'
import { writeAdminPage, writeCliPage } from './commands.ts'
import { writeComponentsPage } from './components.ts'
import { writeEnvironmentPage } from './environment.ts'
import { writeErrorsPage } from './errors.ts'
import { writeHostSettingsPage } from './host-settings.ts'
import { writeLimitsPage } from './limits.ts'
import { writeMetricsPage } from './metrics.ts'
import { writeGuaranteesPage, writePerformancePage } from './results.ts'
import { writeDocsJsonPage, writeFrontMatterPage } from './settings.ts'

const pages: Record<string, () => string | Promise<string>> = {
  'reference/environment': writeEnvironmentPage,
  'reference/limits': writeLimitsPage,
  'reference/chart-values': writeChartValuesPage,
  'reference/host-settings': writeHostSettingsPage,
  'reference/docs-json': writeDocsJsonPage,
  'reference/front-matter': writeFrontMatterPage,
  'reference/components': writeComponentsPage,
  'reference/cli': writeCliPage,
  'reference/admin': writeAdminPage,
  'reference/api': writeApiPage,
  'reference/errors': writeErrorsPage,
  'reference/metrics': writeMetricsPage,
  'reference/bundle-format': writeBundleFormatPage,
  'contributing/guarantees': writeGuaranteesPage,
  'contributing/performance': writePerformancePage,
}

const isCheck = process.argv.includes('--check')
for (const [name, writePage] of Object.entries(pages)) {
  const file = fileURLToPath(new URL(`../../docs/${name}.mdx`, import.meta.url))
  const page = await writePage()
  if (!isCheck) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, page)
  } else if (readFileSync(file, 'utf8') !== page) {
    console.error(`docs/${name}.mdx differs from the code. Run: npm run docs:write`)
    process.exitCode = 1
  }
}
