import type { FoundProblem } from '../../model/finding.ts'
import { readInside } from '../read-json.ts'
import type { UnusedSetting } from './find-unused.ts'
import { locateKeys, type TextPlace } from './locate-keys.ts'

/** The same as findings, each with its line in the file that it stands in. */
export async function describeUnused(root: string, unused: readonly UnusedSetting[]): Promise<FoundProblem[]> {
  const byFile = Map.groupBy(unused, ({ file }) => file)
  const places = new Map<string, Map<string, TextPlace>>()
  for (const [file, settings] of byFile) {
    const text = await readInside(root, file).catch(() => undefined)
    places.set(file, locateKeys(text ?? '', new Set(settings.map(({ path }) => path))))
  }
  return unused.map(({ code, file, path, count, note }) => {
    const place = places.get(file)?.get(path) ?? { line: 1, column: 1 }
    return { code, message: formatUnused(path, count, note), file, ...place }
  })
}

function formatUnused(path: string, count: number, note: string): string {
  const times = count === 1 ? '' : ` It is written ${count} times.`
  return `“${path}” ${note}${times}`
}
