import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'

export interface HostileSite {
  /** What it is built to do. */
  kind: string
  /** How its jobs must fail. */
  errorCode: string
  /** How many processes each of its jobs ends before it fails. */
  processesEnded: number
  /** Of its docs folder. */
  write(folder: string): void
}

/**
 * Sites that really hang, crash, fill memory and fill the disk. The renderer refuses most pages of these kinds before its
 * parser sees them; what it takes for code it does not look into, so the first two pretend to be code. A list ends the
 * paragraph in which they began it.
 */
export const hostileSites: HostileSite[] = [
  {
    kind: 'hang',
    errorCode: 'page_failed',
    processesEnded: 2,
    write: onePage(`Not code: \`\n- {${'<a>'.repeat(40)}} \``),
  },
  {
    kind: 'crash',
    errorCode: 'page_failed',
    processesEnded: 2,
    write: onePage(`Not code: \`\n- {${'['.repeat(20_000)}x${']'.repeat(20_000)}} \``),
  },
  {
    kind: 'memory',
    errorCode: 'page_failed',
    processesEnded: 2,
    // The parser copies a paragraph for each reference in it, and holds all the copies: 25 GB.
    write: onePage(Array.from({ length: 100 }, () => '&amp; '.repeat(5_700)).join('\n\n')),
  },
  { kind: 'disk', errorCode: 'repository_too_large', processesEnded: 0, write: writeFilms },
]

/** More of it than one job may have, in a repository of some kilobytes. */
export const diskOfWorker = 512 * 1024 ** 2
const filmBytes = 19 * 1024 ** 2
const films = Math.ceil(diskOfWorker / 2 / filmBytes) + 1

function onePage(text: string) {
  return (folder: string) => {
    writeFileSync(join(folder, 'docs.json'), docs({ pages: ['index'] }))
    writeFileSync(join(folder, 'index.mdx'), text)
  }
}

function writeFilms(folder: string): void {
  onePage('Films')(folder)
  mkdirSync(join(folder, 'films'))
  const first = join(folder, 'films/0.mp4')
  writeFileSync(first, 'x'.repeat(filmBytes))
  for (let n = 1; n < films; n++) linkSync(first, join(folder, `films/${n}.mp4`))
}

function docs(navigation: object): string {
  return JSON.stringify({ name: 'Hostile', theme: 'mint', navigation })
}

/** The address of each site's repository, in the order of the list. */
export function seedHostileSites(): Promise<string[]> {
  return Promise.all(hostileSites.map(seed))
}

async function seed({ kind, write }: HostileSite): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-poison-'))
  try {
    write(folder)
    return (await seedRepository(`public/poison-${kind}`, folder)).url
  } finally {
    rmSync(folder, { recursive: true })
  }
}
