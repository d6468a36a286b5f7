import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Image } from './build-image.ts'

interface Component {
  type: string
  'bom-ref': string
  name: string
  version: string
  purl: string
}

const roles = ['server', 'host', 'cli'].flatMap((name) => ['--workspace', `packages/${name}`])

/** What the image holds, as CycloneDX: packages of npm by npm itself, Debian's and Node by the image. Gives their number. */
export function writeSbom(tree: string, version: string, image: Image | undefined, out: string): number {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', ...roles]
  const sbom = JSON.parse(
    execFileSync('npm', args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  sbom.metadata.component.name = 'bindery'
  if (image) sbom.components = [...describeInstalled(sbom.components, image), ...listSystem(image)]
  writeFileSync(join(out, `bindery-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
  return sbom.components.length
}

/** Every package that the image holds, with what npm knows of it; npm leaves some out and calls ours by their folders. */
function describeInstalled(known: readonly Component[], image: Image): Component[] {
  const byName = new Map(known.map((component) => [`${component.name}@${component.version}`, component]))
  const script = readFileSync(join(import.meta.dirname, 'list-packages.cjs'), 'utf8')
  const installed: string[] = JSON.parse(image.run('node', '--eval', script))
  return installed.map((each) => {
    const at = each.lastIndexOf('@')
    const [name, version] = [each.slice(0, at), each.slice(at + 1)]
    return byName.get(each) ?? describe(name, version, `pkg:npm/${name.replace('@', '%40')}@${version}`)
  })
}

function listSystem(image: Image): Component[] {
  const node = image.run('node', '--version').trim().slice(1)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own form
  const form = '${Package} ${Version} ${Architecture}\\n'
  const lines = image.run('dpkg-query', '--show', `--showformat=${form}`).trim().split('\n')
  const debian = lines.map((line) => line.split(' ') as [string, string, string])
  return [
    describe('node', node, `pkg:generic/node@${node}`),
    ...debian.map(([name, version, architecture]) =>
      describe(
        name,
        version,
        `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=bookworm`,
      ),
    ),
  ]
}

function describe(name: string, version: string, purl: string): Component {
  return { type: 'library', 'bom-ref': purl, name, version, purl }
}
