import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Packed } from './pack-all.ts'

/** What a package has and should not have, or lacks. */
export function inspectPackage(packed: Packed): string[] {
  const { name, files } = packed
  const has = new Set(files)
  return [
    ...['README.md', 'LICENSE', 'package.json']
      .filter((file) => !has.has(file))
      .map((file) => `${name} has no ${file}.`),
    ...files.filter(isForTests).map((file) => `${name} carries ${file}, which is for tests.`),
    ...files.filter((file) => file.endsWith('.tsbuildinfo')).map((file) => `${name} carries ${file}.`),
    ...files.filter((file) => file.endsWith('.map')).flatMap((file) => checkMap(packed, file, has)),
    ...files.filter((file) => /\.(?:js|d\.ts)$/.test(file)).flatMap((file) => checkMapOf(packed, file, has)),
  ]
}

function isForTests(file: string): boolean {
  return /(?:^|\/)(?:testing|fixtures|__tests__)\/|\.test\.|\.spec\./.test(file)
}

/** A map whose source was renamed or removed is left over from an earlier build, and so is its script. */
function checkMap({ name, folder }: Packed, file: string, has: ReadonlySet<string>): string[] {
  const { sources } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { sources: string[] }
  return sources
    .map((source) => posix.join(posix.dirname(file), source))
    .filter((source) => !has.has(source))
    .map((source) => `${name}: ${file} points to ${source}, which is not in the package.`)
}

function checkMapOf({ name, folder }: Packed, file: string, has: ReadonlySet<string>): string[] {
  const map = /^\/\/# sourceMappingURL=(\S+)\s*$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1]
  if (map === undefined || has.has(posix.join(posix.dirname(file), map))) return []
  return [`${name}: ${file} names the source map ${map}, which is not in the package.`]
}
