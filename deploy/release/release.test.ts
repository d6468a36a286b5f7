import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSums } from './sums.ts'
import { cutChangelog, writeChangelog } from './write-changelog.ts'

const changelog = '# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [2.0.0] - 2026-11-01\n\n- First.\n'
const script = join(import.meta.dirname, 'sign.ts')
const temporary = () => mkdtempDisposable(join(tmpdir(), 'bindery-release-test-'))

test('the unreleased section gets the version and its date, and an empty one takes its place', () => {
  const cut = cutChangelog(changelog, '2.1.0', '2026-11-16')
  expect(cut).toBe(changelog.replace('- New.', '## [2.1.0] - 2026-11-16\n\n- New.'))
  expect(() => cutChangelog(cut, '2.2.0', '2026-11-17')).toThrow('nothing under')
  expect(() => cutChangelog(changelog, '2.0.0', '2026-11-17')).toThrow('already')
})

test('the page of a release has the section of its version alone, and a version without one is refused', async () => {
  await using folder = await temporary()
  await writeFile(join(folder.path, 'CHANGELOG.md'), cutChangelog(changelog, '2.1.0', '2026-11-16'))
  writeChangelog(folder.path, '2.1.0', folder.path)
  expect(await readFile(join(folder.path, 'CHANGELOG-2.1.0.md'), 'utf8')).toBe('# Bindery 2.1.0\n\n- New.\n')
  expect(() => writeChangelog(folder.path, '2.1', folder.path)).toThrow('no section for 2.1.')
})

test('sha256sum and openssl verify what a release has signed, and a changed file is found', async () => {
  await using folder = await temporary()
  const { path } = folder
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeFile(join(path, 'a.tgz'), 'a')
  writeSums(path)
  await rm(join(path, 'a.tgz'))
  // Signed without the file, as in the job with the key.
  execFileSync(process.execPath, [script, path], { input: pem, stdio: 'pipe' })
  await writeFile(join(path, 'a.tgz'), 'a')
  const check = () => execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: path, stdio: 'pipe' })
  const verify = [
    'pkeyutl',
    '-verify',
    '-rawin',
    '-pubin',
    '-inkey',
    'release-key.pem',
    '-in',
    'SHA256SUMS',
    '-sigfile',
    'SHA256SUMS.sig',
  ]
  expect(execFileSync('openssl', verify, { cwd: path, encoding: 'utf8' })).toContain('Verified Successfully')
  check()
  await writeFile(join(path, 'a.tgz'), 'b')
  expect(check).toThrow()
  await writeFile(join(path, 'SHA256SUMS'), 'other')
  expect(() => execFileSync('openssl', verify, { cwd: path, stdio: 'pipe' })).toThrow()
})

test.each([
  ['nothing', ''],
  ['a path', `${'0'.repeat(64)}  ../a.tgz\n`],
  ['a command for an option', `${'0'.repeat(64)}  --check\n`],
  ['other text', 'Bindery 0.1.0\n'],
])('sums with %s are not signed', async (_, sums) => {
  await using folder = await temporary()
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeFile(join(folder.path, 'SHA256SUMS'), sums)
  const sign = () => execFileSync(process.execPath, [script, folder.path], { input: pem, stdio: 'pipe' })
  expect(sign).toThrow('lines of a SHA-256 digest')
})

test('the job with the key downloads only the digests, and files are compared before they are published', async () => {
  const workflow = await readFile(join(import.meta.dirname, '../../.github/workflows/release.yaml'), 'utf8')
  const jobs = new Map(
    workflow
      .slice(workflow.indexOf('\njobs:\n'))
      .split(/^ {2}(?=\w+:$)/m)
      .map((text) => [text.slice(0, text.indexOf(':')), text] as const),
  )
  const withKey = [...jobs].filter(([, text]) => text.includes('secrets.RELEASE_KEY'))
  expect(withKey.map(([name]) => name)).toEqual(['sign'])
  const sign = jobs.get('sign') ?? ''
  expect(sign.match(/download-artifact@.*\n.*/g)).toEqual([expect.stringContaining('{ name: digests, path: digests }')])
  expect(sign).not.toMatch(/\bnpm\b|contents: write/)
  for (const name of ['page', 'packages']) {
    const text = jobs.get(name) ?? ''
    expect(text).toContain('needs: sign')
    expect(text.split('sha256sum --check --strict SHA256SUMS')).toHaveLength(2)
    expect(text.split('sha256sum --check')[0]).not.toMatch(/npm publish|gh release/)
  }
  expect(jobs.get('files')).not.toMatch(/secrets\.|: write/)
})
