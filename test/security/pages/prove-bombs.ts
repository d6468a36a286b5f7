import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildFolder } from '../../e2e/build-folder.ts'
import type { Sample } from '../../support/sample.ts'
import type { Tally } from '../corpus.ts'
import { bombSnippets, bombs, configurationBombs } from './bombs.ts'
import { watchMemory } from './watch-memory.ts'
import { writeSite } from './write-site.ts'

/** Of one process: a render child is ended at 1,024 MB, and looked at ten times a second. */
const mostMb = 1200
/** For all of them, on a busy machine: 11 s on one with a load of 20. */
const mostSeconds = 180

/** Builds pages that could take for ever: the build ends, and every page came out or is named with a reason. */
export async function proveBombs(work: string, sample: Sample, tally: Tally): Promise<void> {
  const [root, out] = [join(work, 'docs'), join(work, 'site')]
  const names = sample(Object.keys(bombs))
  const pages = names.map((name, index) => [`bomb-${index}.mdx`, bombs[name] ?? ''])
  const snippets = Object.entries(bombSnippets).map(([name, text]) => [`snippets/${name}`, text])
  await writeSite(root, {
    'docs.json': { navigation: { pages: ['index'] }, variables: { again: '{{again}}{{again}}' } },
    'index.mdx': 'x',
    ...Object.fromEntries([...pages, ...snippets]),
  })
  using memory = watchMemory()
  const { status, stderr, seconds } = await buildFolder(root, out)
  tally.check(status === 0, `the build ended with ${status}: ${stderr.slice(-500)}`)
  tally.check(seconds < mostSeconds, `the build took ${seconds.toFixed(0)} s`)
  tally.check(memory.peakMb() < mostMb, `a process grew to ${memory.peakMb()} MB`)
  console.log(`      ${names.length} bombs took ${seconds.toFixed(1)} s; the largest process had ${memory.peakMb()} MB`)

  const left = await readLeftOut(out)
  for (const [index, name] of names.entries()) {
    const file = `bomb-${index}`
    const isRendered = await readFile(join(out, `${file}.html`)).then(
      () => true,
      () => false,
    )
    const reason = left.get(`${file}.mdx`)
    tally.check(isRendered || reason !== undefined, `${name} neither came out nor is named in the report`)
    tally.check(!reason?.includes('took longer'), `${name} was ended by the clock alone`)
  }
}

/** A configuration may be refused, but it is answered: soon, and not by a crash. */
export async function proveConfigurationBombs(work: string, tally: Tally): Promise<void> {
  for (const [index, [name, files]] of Object.entries(configurationBombs).entries()) {
    const root = join(work, `configuration-${index}`)
    await writeSite(root, { 'index.mdx': 'x [x](/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)', ...files })
    const { status, stderr, seconds } = await buildFolder(root, `${root}.site`)
    const isAnswered = status === 0 || (status === 1 && !/\n\s+at /.test(stderr))
    tally.check(
      isAnswered && seconds < 120,
      `${name}: ended with ${status} after ${seconds.toFixed(0)} s ${stderr.slice(0, 300)}`,
    )
  }
}

/** Why pages were left out, by their files. */
async function readLeftOut(out: string): Promise<Map<string, string>> {
  const report = JSON.parse(
    await readFile(join(out, '_bindery/report.json'), 'utf8').catch(() => '{"findings":[]}'),
  ) as {
    findings: { code: string; file: string; message: string }[]
  }
  const left = report.findings.filter(({ code, message }) => code === 'page_left_out' && message !== '')
  return new Map(left.map(({ file, message }) => [file, message]))
}
