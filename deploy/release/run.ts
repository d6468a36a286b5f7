/**
 * `npm run release -- --dry-run [--version V] [--out FOLDER] [--key FILE] [--require-image]`: everything that a release
 * publishes, as files in FOLDER, made from the last commit; nothing is published and the tree stays as it is.
 * `npm run release -- --version V` writes the version and the changelog's new section to the tree, to be committed and tagged.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkoutCommit } from '../../test/support/checkout-commit.ts'
import { buildImage } from './build-image.ts'
import { packChart, packPackages } from './pack.ts'
import { prepareVersion, readVersion } from './prepare-version.ts'
import { signSums, writeSums } from './sums.ts'
import { hasSection, writeChangelog } from './write-changelog.ts'
import { writeSbom } from './write-sbom.ts'

const tree = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    version: { type: 'string' },
    out: { type: 'string', default: join(tree, '.dev/release') },
    key: { type: 'string' },
    'require-image': { type: 'boolean', default: false },
  },
})

if (values['dry-run']) await makeFiles()
else if (values.version) prepareVersion(tree, values.version)
else throw new Error('Give --version to prepare a release, or --dry-run to make its files.')

async function makeFiles(): Promise<void> {
  const out = resolve(values.out)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'bindery-release-'))
  try {
    const copy = checkoutCommit(tree, 'HEAD', join(work, 'bindery'))
    const version = values.version ?? readVersion(copy)
    if (values.version || !hasSection(copy, version)) prepareVersion(copy, version)
    writeChangelog(copy, version, out)
    console.log('Building the packages …')
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'inherit' })
    packPackages(copy, out)
    packChart(copy, out)
    console.log('Building the image …')
    const image = buildImage(copy, version, out)
    if (!image && values['require-image'])
      throw new Error('There is no container engine. Start one: npm run engine -- up')
    const components = writeSbom(copy, version, image, out)
    writeSums(out)
    if (values.key) signSums(readFileSync(values.key), out)
    report({ version, components, image: Boolean(image), signed: Boolean(values.key) }, out)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function report(facts: Record<string, unknown>, out: string): void {
  const files = readdirSync(out).sort()
  for (const file of files) console.log(`${String(statSync(join(out, file)).size).padStart(11)}  ${file}`)
  if (!facts.image) console.log('No image: no container engine answers. Start one with: npm run engine -- up')
  if (!existsSync(join(out, 'SHA256SUMS.sig')))
    console.log('Not signed: give --key with an Ed25519 private key in PEM form.')
  console.log(JSON.stringify({ ...facts, files: files.length }))
}
