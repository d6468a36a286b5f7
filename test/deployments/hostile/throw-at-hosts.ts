import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type HostProcess, startHost } from '../start-host.ts'
import { startMirror } from './start-mirror.ts'

const script = resolve(import.meta.dirname, '../../../packages/host/testing/mutants/write-archives.ts')

// A host asks its mirror once a second at most: so many of them share the work, and wait most of the time.
const hosts = 8

export interface Thrown {
  thrown: number
  refused: number
  faults: string[]
  peakMegabytes: number
}

/** Hostile archives and some mutants for running hosts, one after another, while they serve a good site. */
export async function throwAtHosts(mutants: number): Promise<Thrown> {
  const work = await mkdtemp(join(tmpdir(), 'bindery-hostile-'))
  try {
    const archives = join(work, 'archives')
    await mkdir(archives)
    await promisify(execFile)(process.execPath, ['--conditions=bindery-source', script, archives, String(mutants)])
    const good = await readFile(join(archives, 'good.tar.gz'))
    const names = (await readdir(archives)).filter((name) => name !== 'good.tar.gz')
    const found: Thrown = { thrown: 0, refused: 0, faults: [], peakMegabytes: 0 }
    const shares = Array.from({ length: hosts }, (_, host) => names.filter((_name, index) => index % hosts === host))
    const throwShare = (share: string[], host: number) => {
      const paths = share.map((name) => join(archives, name))
      return throwAtHost(join(work, `host-${host}`), good, paths, found)
    }
    await Promise.all(shares.map(throwShare))
    return found
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function throwAtHost(outside: string, good: Buffer, archives: string[], found: Thrown): Promise<void> {
  // Deep enough that a name which climbs still ends in what is watched.
  const folder = join(outside, 'a/b/c')
  await mkdir(folder, { recursive: true })
  await writeFile(join(outside, 'sentinel'), 'untouched')
  await using mirror = await startMirror()
  const isTaken = mirror.give(good)
  const staticExport = { enabled: true, bundleUrl: mirror.url, allowHttp: true, refreshSeconds: 1 }
  await using host = await startHost(folder, { staticExport })
  await isTaken
  const before = await listOutside(outside)
  for (const path of archives) {
    found.thrown++
    await mirror.give(await readFile(path))
    const fault = await judge(basename(path), host, found)
    const after = await listOutside(outside)
    if (fault !== undefined) found.faults.push(`${basename(path)}: ${fault}`)
    if (after !== before) found.faults.push(`${basename(path)} left something outside: ${after}`)
    if ((await host.readiness()).problem === undefined) await mirror.give(good)
  }
  found.peakMegabytes = Math.max(found.peakMegabytes, await readPeak(host.pid))
}

/** A mutant may hold what a bundle may hold; what is hostile by design is refused with a sentence. The site is there. */
async function judge(name: string, host: HostProcess, found: Thrown): Promise<string | undefined> {
  const { status, problem } = await host.readiness()
  const answer = await fetch(`${host.url}/404.html`)
  if (status !== 200 || answer.status !== 200) return `readyz answered ${status}, the site ${answer.status}`
  if (problem === undefined) return name.startsWith('hostile') ? 'it was not refused' : undefined
  found.refused++
  const isSaid = /^The new bundle is not served, the old site is: .{20,}\.$/s.test(problem.message)
  return isSaid ? undefined : `it was refused with: ${problem.message}`
}

/** All but the data of the host, which is its own. */
async function listOutside(outside: string): Promise<string> {
  const names = await readdir(outside, { recursive: true })
  const others = names.filter((name) => !name.startsWith('a/b/c/data/'))
  return [...others.sort(), await readFile(join(outside, 'sentinel'), 'utf8')].join('\n')
}

async function readPeak(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
