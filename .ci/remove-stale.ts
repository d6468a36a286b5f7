/** Removes what an earlier build made from sources that were renamed or removed since: `tsc -b` leaves it, and a package would carry it. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

for (const name of readdirSync('packages')) {
  const output = join('packages', name, 'dist')
  if (existsSync(output)) clean(output, (path) => join('packages', name, 'src', relative(output, path)))
}

/** Whether nothing is left of the folder. */
function clean(folder: string, sourceOf: (path: string) => string): boolean {
  const left = readdirSync(folder, { withFileTypes: true }).filter((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return !clean(path, sourceOf)
    const isStale = /\.(?:js|d\.ts)(?:\.map)?$/.test(entry.name) && !hasSource(sourceOf(path))
    if (isStale) rmSync(path)
    return !isStale
  })
  if (left.length === 0) rmdirSync(folder)
  return left.length === 0
}

function hasSource(path: string): boolean {
  const stem = path.replace(/\.(?:js|d\.ts)(?:\.map)?$/, '')
  return existsSync(`${stem}.ts`) || existsSync(`${stem}.tsx`)
}
