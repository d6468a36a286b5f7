import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  addRedirects,
  compareAddresses,
  countSeverities,
  describeGone,
  filesOfBundle,
  filesOfFolder,
  type GoneAddress,
  type Report,
  type SiteFile,
} from '@bindery/site'
import { openArchive } from '../bundle/open-archive.ts'
import { UnreadableError } from '../errors.ts'

export interface Comparison extends AsyncDisposable {
  /** Takes each file of the new site; pages and redirects are what is compared. */
  write(file: SiteFile): Promise<void>
  /** Adds to the report what the new site has lost, and with `fix` writes redirects first. Says what it wrote. */
  finish(report: Report, root: string, fix: boolean): Promise<string | undefined>
}

/** Compares a site with the one that readers have: a bundle, or the folder of a site. */
export async function compareWithPublished(published: string): Promise<Comparison> {
  const isFolder = await stat(published).then(
    (found) => found.isDirectory(),
    (cause) => {
      throw new UnreadableError(`${published} cannot be read (${cause.code}). Name a bundle, or the folder of a site.`)
    },
  )
  const before = isFolder ? filesOfFolder(published) : filesOfBundle(() => openArchive(published))
  const folder = await mkdtemp(join(tmpdir(), 'bindery-against-'))
  return {
    async write({ path, bytes }) {
      if (!path.endsWith('.html') && !path.endsWith('/redirects.json')) return
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), bytes)
    },
    async finish(report, root, fix) {
      const gone = await compareAddresses(before, filesOfFolder(folder))
      const fixed = fix ? await writeRedirects(root, gone) : 0
      addFindings(report, fixed > 0 ? gone.filter((one) => !isFixable(one)) : gone)
      return fixed > 0 ? `Added ${fixed} ${fixed === 1 ? 'redirect' : 'redirects'} to docs.json.` : undefined
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function isFixable(one: GoneAddress): one is GoneAddress & { kind: 'page'; to: string } {
  return one.kind === 'page' && one.to !== undefined
}

async function writeRedirects(root: string, gone: readonly GoneAddress[]): Promise<number> {
  const redirects = gone.filter(isFixable).map(({ route, to }) => ({ source: route, destination: to }))
  const file = join(root, 'docs.json')
  const before = await readFile(file, 'utf8').catch(() => undefined)
  const after = before === undefined ? undefined : addRedirects(before, redirects)
  if (after === undefined) {
    const advice = 'Add the redirects that the report names to the file that has them.'
    throw new UnreadableError(`${file} holds no list of redirects that could be added to. ${advice}`)
  }
  if (redirects.length > 0) await writeFile(file, after)
  return redirects.length
}

function addFindings(report: Report, gone: readonly GoneAddress[]): void {
  const { findings, counts } = report
  for (const one of gone) {
    const finding = describeGone(one)
    findings.push(finding)
    counts.findings[finding.code] = (counts.findings[finding.code] ?? 0) + 1
  }
  Object.assign(counts, countSeverities(report))
}
