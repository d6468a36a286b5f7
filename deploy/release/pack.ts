import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A tarball of each package of a built tree that is not private, as `npm publish` would send it. Returns their paths. */
export function packPackages(tree: string, out: string): string[] {
  return globSync('packages/*/package.json', { cwd: tree })
    .filter((file) => !JSON.parse(readFileSync(join(tree, file), 'utf8')).private)
    .sort()
    .map((file) => {
      const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
        cwd: join(tree, file, '..'),
        stdio: ['ignore', 'pipe', 'ignore'],
        encoding: 'utf8',
      })
      return join(out, printed.trim())
    })
}

export function packChart(tree: string, out: string): void {
  execFileSync('helm', ['package', 'deploy/chart', '--destination', out], { cwd: tree, stdio: 'ignore' })
}
