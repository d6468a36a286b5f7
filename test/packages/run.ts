/**
 * `npm run packages`: packs the six packages as a release would, looks into each tarball, checks it with publint and
 * are-the-types-wrong, installs all of them in an empty folder and uses them there. With `--service` the installed command also exports a site from a
 * service, in a pipe and in a terminal; that needs `npm run services`. The last line is JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectTools } from '../support/tools.ts'
import { checkWithTools } from './check-with-tools.ts'
import { inspectPackage } from './inspect-package.ts'
import { packAll } from './pack-all.ts'
import { useInstalled } from './use-installed.ts'
import { useService } from './use-service.ts'

if (process.argv.includes('--service')) await expectTools(['services', 'gitea', 'script'])
const folder = mkdtempSync(join(tmpdir(), 'bindery-packages-'))
try {
  console.log('      packing …')
  const packed = await packAll(folder)
  console.log('      installing into an empty folder …')
  const used = await useInstalled(packed, join(folder, 'empty'))
  const served = process.argv.includes('--service') ? await useService(join(folder, 'empty')) : []
  console.log('      checking with publint and are-the-types-wrong …')
  const problems = [
    ...packed.flatMap(inspectPackage),
    ...(await Promise.all(packed.map(checkWithTools))).flat(),
    ...used.problems,
  ]
  for (const problem of problems) console.error(problem)
  for (const { name, files, bytes } of packed) console.log(`${name}: ${files.length} files, ${bytes} bytes packed`)
  const client = packed.find(({ name }) => name === '@bindery/client')
  console.log(
    JSON.stringify({
      packages: packed.length,
      problems: problems.length,
      clientDependencies: Object.keys(client?.manifest.dependencies ?? {}).length,
      installed: used.installed,
      version: used.version,
      commands: [...used.commands, ...served],
      helpMs: used.helpMs,
      nodeMs: used.nodeMs,
    }),
  )
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
