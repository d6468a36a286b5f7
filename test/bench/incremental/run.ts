import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readServices } from '../../../deploy/local/read-services.ts'
import { startService } from '../../../deploy/local/start-service.ts'
import { countBucketBytes } from '../../support/count-bucket-bytes.ts'
import { makeBenchTenant, openBenchSite } from '../export/open-bench-site.ts'
import { printSteps } from '../export/print-steps.ts'
import { linkBundle, timeExport } from '../export/time-export.ts'
import { buildCold } from '../site/bindery.ts'
import { editPages } from './edit-pages.ts'
import { timeDifference } from './time-difference.ts'

// Of a bare build's time, and of the bundle's size.
const bar = 0.25
const navigationBar = 0.45
const deltaBar = 0.01
const differenceBarMs = 2000

/**
 * `npm run bench -- incremental [--site wandb]`: a second export after one page changed, a third after the navigation, and one
 * after 50 random edits, which the difference of the two must name.
 */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { corpora: { type: 'string' }, site: { type: 'string', default: 'wandb' } },
  })
  await using site = await openBenchSite(values.site, values.corpora)
  await using bucket = await countBucketBytes(readServices().BINDERY_S3_ENDPOINT ?? '')
  const env = {
    BINDERY_WORKER_CACHE_FOLDER: join(site.root, '../cache'),
    BINDERY_S3_ENDPOINT: bucket.endpoint,
  }
  const service = await startService({ workers: 1, env })
  try {
    const tenant = await makeBenchTenant(service, await site.push())
    const exportOnce = async (what: string) => {
      bucket.take()
      const timed = await timeExport(service.url, tenant)
      const { seconds, pagesRendered, pagesReused } = timed
      console.log(`${what}: ${seconds.toFixed(1)} s, ${pagesRendered} pages rendered, ${pagesReused} reused`)
      await printSteps(service, timed.jobId)
      const { read, written } = bucket.take()
      console.log(`  ${read} bytes read from the bucket, ${written} written`)
      return { ...timed, bytesRead: read, bytesWritten: written }
    }
    const first = await exportOnce('first')
    await changePage(site.root)
    await site.push()
    const second = await exportOnce('one page changed')
    const delta = await linkBundle(service.url, tenant, second.jobId, { since: first.jobId })
    console.log(`the delta: ${delta.sizeBytes} bytes of ${second.sizeBytes}`)
    await renameGroup(site.root)
    await site.push()
    const third = await exportOnce('a title of the navigation changed')
    const edits = await editPages(site.root, 50)
    await site.push()
    const fourth = await exportOnce('50 pages edited')
    const difference = await timeDifference(service.url, tenant, { since: third.jobId, jobId: fourth.jobId }, edits)
    console.log(
      `the difference: ${Math.round(difference.ms)} ms, ${difference.wrong.length} wrong of ${edits.length} edits`,
    )
    for (const wrong of difference.wrong) console.log(`  ${wrong}`)
    const fresh = await timeExport(service.url, await makeBenchTenant(service, await site.push()))
    const build = await buildCold(site.root, join(site.root, '../built'))
    const result = {
      share: second.seconds / first.seconds,
      pagesRendered: second.pagesRendered,
      bytesRead: second.bytesRead,
      bytesWritten: second.bytesWritten,
      deltaShare: delta.sizeBytes / second.sizeBytes,
      navigationShare: third.seconds / first.seconds,
      navigationPagesRendered: third.pagesRendered,
      differenceMs: difference.ms,
      differenceWrong: difference.wrong.length,
      // The commit, the version and the domain of a bundle are in its manifest: only the sizes can be compared here.
      coldSeconds: fresh.seconds,
      firstSeconds: first.seconds,
      // Of `bindery build` of the same files on the same machine: an export from nothing hides what the others gain.
      buildSeconds: build.seconds,
      shareOfBuild: second.seconds / build.seconds,
      navigationShareOfBuild: third.seconds / build.seconds,
    }
    console.log(JSON.stringify(result))
    const isReused = result.pagesRendered === 1 && result.navigationPagesRendered === 0
    const isCompared = result.differenceMs < differenceBarMs && result.differenceWrong === 0
    const isFast = result.shareOfBuild <= bar && result.navigationShareOfBuild <= navigationBar
    return isFast && isReused && result.deltaShare < deltaBar && isCompared
  } finally {
    await service.stop()
  }
}

/** The first page that the navigation names. */
async function changePage(root: string): Promise<void> {
  const route = findFirst(await readNavigation(root), (value) => typeof value === 'string' && value.includes('/'))
  const file = join(root, `${route}.mdx`)
  await writeFile(file, `${await readFile(file, 'utf8')}\n\nOne sentence more.\n`)
}

async function renameGroup(root: string): Promise<void> {
  const file = join(root, 'docs.json')
  const config = JSON.parse(await readFile(file, 'utf8'))
  const group = findGroup(config.navigation)
  if (!group) throw new Error('The navigation has no group to rename.')
  group.group = `${group.group}, renamed`
  await writeFile(file, JSON.stringify(config, null, 2))
}

async function readNavigation(root: string): Promise<unknown> {
  return JSON.parse(await readFile(join(root, 'docs.json'), 'utf8')).navigation
}

function findFirst(value: unknown, wanted: (value: unknown, key: string) => boolean, key = ''): unknown {
  if (wanted(value, key)) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name !== 'pages' && !Array.isArray(value) && typeof inner !== 'object') continue
    const found = findFirst(inner, wanted, name)
    if (found !== undefined) return found
  }
  return undefined
}

function findGroup(value: unknown): { group: string } | undefined {
  const isGroup = (one: unknown) => typeof one === 'object' && one !== null && 'group' in one && 'pages' in one
  return findFirst(value, isGroup) as { group: string } | undefined
}
