import { writeFile } from 'node:fs/promises'
import { type AskParent, type FileDates, listChanges, listCommits, readDays } from '@bindery/site'
import { gitEnvironment } from '../../../git/git-environment.ts'
import { runGit } from '../../../git/run-git.ts'
import type { SourceLimits } from '../../../git/source-limits.ts'
import { createRemoteMeter } from '../remote-meter.ts'
import { readListing } from './source-listing.ts'

interface ReadDates {
  /** With the history. */
  repository: string
  commit: string
  folder: string
  limits: Pick<SourceLimits, 'gitMemoryBytes'>
  /** From `listSource`: what is gone has no date. */
  listing: string
  /** Takes the dates. */
  dates: string
}

const mostBytes = 64 * 1024 ** 2
const timeoutMs = 60_000

/** Writes down when the files of a commit were last changed. */
export async function readDates(input: ReadDates, ask: AskParent): Promise<void> {
  using meter = createRemoteMeter(ask)
  const json = JSON.stringify(await findDates(input).catch(explain))
  await meter.add(json.length)
  await writeFile(input.dates, json)
}

async function findDates({ repository, commit, folder, limits, listing }: ReadDates): Promise<FileDates> {
  const memoryBytes = limits.gitMemoryBytes
  const environment = gitEnvironment(repository, memoryBytes)
  const run = { environment, fileBytes: 0, memoryBytes, outputBytes: mostBytes, signal: AbortSignal.timeout(timeoutMs) }
  const commits = await runGit({ ...run, args: listCommits(commit) })
  const changes = await runGit({ ...run, args: listChanges(folder), input: [commits] })
  const days = readDays(changes, folder)
  const files = await readListing(listing)
  return {
    days: Object.fromEntries(files.flatMap(({ path }) => [[path, days.get(path) ?? '']]).filter(([, day]) => day)),
  }
}

/** Trees can be made that no machine compares. */
function explain(): FileDates {
  return { days: {}, failure: 'the history of the repository could not be read' }
}
