import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

export interface Image {
  tag: string
  /** Runs a program of the image and gives what it printed. */
  run(program: string, ...args: string[]): string
}

/** Builds and saves the image for this machine's architecture; undefined where no container engine answers. */
export function buildImage(tree: string, version: string, out: string): Image | undefined {
  const docker = findDocker(tree)
  if (!docker) return undefined
  const [command, ...prefix] = docker
  const run = (args: string[], cwd = tree) =>
    execFileSync(command as string, [...prefix, ...args], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const tag = `bindery:${version}`
  run(['build', '--quiet', '--file', 'deploy/image/Dockerfile', '--build-arg', `VERSION=${version}`, '--tag', tag, '.'])
  const file = join(out, `bindery-image-${version}-${process.arch}.tar`)
  run(['save', '--output', file, tag])
  execFileSync('gzip', ['--force', '--no-name', file])
  rmSync(file, { force: true })
  return {
    tag,
    run: (program, ...args) => run(['run', '--rm', '--network=none', `--entrypoint=${program}`, tag, ...args]),
  }
}

/** The engine of this machine, or the one that `npm run engine` started. */
function findDocker(tree: string): string[] | undefined {
  const candidates = [['docker'], [join(tree, 'test/parts/engine'), 'run', 'docker']]
  return candidates.find(([command, ...args]) => {
    try {
      execFileSync(command as string, [...args, 'info'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}
