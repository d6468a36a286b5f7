import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A tarball of each package that is not private, as `npm publish` would send it. */
export function packPackages(tree: string, out: string): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: tree, stdio: 'inherit' })
  for (const file of globSync('packages/*/package.json', { cwd: tree }).sort()) {
    if (JSON.parse(readFileSync(join(tree, file), 'utf8')).private) continue
    execFileSync('npm', ['pack', '--silent', '--pack-destination', out], {
      cwd: join(tree, file, '..'),
      stdio: 'ignore',
    })
  }
}

export function packChart(tree: string, out: string): void {
  execFileSync('helm', ['package', 'deploy/chart', '--destination', out], { cwd: tree, stdio: 'ignore' })
}
