import { stat } from 'node:fs/promises'
import { type BundleFile, type CheckedManifest, type Expectations, verifyBundle, verifyFolder } from '@bindery/bundle'
import { UnreadableError } from '../errors.ts'
import { findOutsideRequests } from './find-outside-requests.ts'
import { openArchive } from './open-archive.ts'
import { type ExpectationFlags, readExpectations } from './read-expectations.ts'

export interface VerifyFlags extends ExpectationFlags {
  sealed?: true
}

/** `bindery verify BUNDLE`: needs no network and no service. */
export async function verify(bundle: string, { sealed, ...flags }: VerifyFlags): Promise<void> {
  const outside = new Map<string, string[]>()
  const look = ({ path, bytes }: BundleFile) => {
    const found = findOutsideRequests(path, bytes)
    if (found.length > 0) outside.set(path, found)
  }
  const sentence = await verifyPath(bundle, await readExpectations(flags), sealed && look)
  process.stdout.write(`${sentence}\n`)
  if (sealed) reportSealed(outside)
}

const filesNamed = 20

function reportSealed(outside: ReadonlyMap<string, string[]>): void {
  if (outside.size === 0) return void process.stdout.write('It is sealed: no page asks another host without a click.\n')
  const lines = [...outside].slice(0, filesNamed).map(([path, found]) => `  ${path}: ${found.slice(0, 3).join(', ')}`)
  const more = outside.size > filesNamed ? [`  and ${outside.size - filesNamed} more`] : []
  const head = `It is not sealed: ${outside.size} files make a browser ask other hosts.`
  process.stderr.write(`${[head, ...lines, ...more].join('\n')}\n`)
  process.exitCode = 1
}

/** What there is to say of a bundle that is whole; any other is thrown out with the name of what is wrong. */
export async function verifyPath(
  path: string,
  expected: Expectations,
  onFile?: (file: BundleFile) => void,
): Promise<string> {
  const place = await stat(path).catch((cause) => {
    throw new UnreadableError(`${path} cannot be read. Name a bundle or a folder that it was extracted to.`, { cause })
  })
  if (place.isDirectory()) {
    const checked = await verifyFolder(path, expected, { onFile })
    return `${path} is whole: ${describe(checked)}, manifest SHA-256 ${checked.manifestSha256}. ${formatSignature(checked)}`
  }
  const checked = await verifyBundle(openArchive(path), expected, { onFile })
  return `${path} is whole: ${describe(checked)}, SHA-256 ${checked.sha256}. ${formatSignature(checked)}`
}

export function describe({ manifest: { site, files } }: CheckedManifest): string {
  const bytes = files.reduce((total, { size }) => total + size, 0)
  const counts = `${files.length.toLocaleString('en')} files, ${bytes.toLocaleString('en')} bytes`
  return `${counts}, ${site.domain} version ${site.version}, commit ${site.commit}`
}

export function formatSignature({ keyId, signedBy }: CheckedManifest): string {
  if (signedBy !== null) return `Signed with the accepted key ${signedBy}.`
  if (keyId === null) return 'It is not signed.'
  return `Its signature by key ${keyId} was not checked: give the key with --public-key and the domain with --domain.`
}
