import { createPrivateKey, hash } from 'node:crypto'
import { type DeltaHead, encodeDeltaHead } from '../../packages/bundle/src/delta/delta-head.ts'
import {
  bundleFormat,
  deltaFormat,
  deltaPath,
  type ManifestFile,
  manifestPath,
  type SiteFacts,
  signatureFormat,
  signaturePath,
} from '../../packages/bundle/src/format/format.ts'
import { mediaTypeOf } from '../../packages/bundle/src/format/media-type.ts'
import { defaultLimits, type ReaderLimits } from '../../packages/bundle/src/format/reader-limits.ts'
import { redirectsFile } from '../../packages/bundle/src/format/redirects/moves-file.ts'
import { encodeManifest } from '../../packages/bundle/src/manifest/encode-manifest.ts'
import { signManifest } from '../../packages/bundle/src/manifest/sign-manifest.ts'
import { allPagesPath, authorStylesPath, sectionDataPath, vendoredPath } from '../../packages/site/src/model/paths.ts'
import { reportPagePath, reportPath } from '../../packages/site/src/outputs/report/report.ts'
import { expectSameNames, writeFrontMatter, writeTable } from './markdown.ts'

const MiB = 1024 ** 2
const site: SiteFacts = {
  domain: 'docs.example.com',
  version: '1.4',
  commit: '3f1c2ab',
  committedAt: '2026-11-02T08:30:00Z',
  renderer: '0.1.0',
}
const nextSite: SiteFacts = { ...site, version: '1.5', commit: '9d04e17', committedAt: '2026-11-09T15:12:44Z' }
const home = describeFile('index.html', 'index', 'Welcome.')
const nextHome = describeFile('index.html', 'index', 'Welcome to our docs.')
const style = describeFile('_bindery/site-5a1f0c9e77d2.css', undefined, 'body{}')

/** Of the example only: 32 equal bytes, in the form that Node reads. */
const exampleKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
  format: 'der',
  type: 'pkcs8',
})

const manifestFields: Record<string, string> = {
  format: `\`${bundleFormat}\``,
  'site.domain': 'the domain that the site is for',
  'site.version': 'the label of the export',
  'site.commit': 'the commit that was exported',
  'site.committedAt': 'the time of the commit in UTC, to the second; `null` if the source is not a commit',
  'site.renderer': 'the version of the renderer',
  'files[].path': 'the path from the root of the site, with forward slashes',
  'files[].size': 'the size in bytes',
  'files[].sha256': 'the SHA-256 of the content, in hex',
  'files[].type': 'the media type',
  'files[].page': 'the source page that the file was made from; absent for files that pages share',
}

const signatureFields: Record<string, string> = {
  format: `\`${signatureFormat}\``,
  keyId: 'the first 16 hex digits of the SHA-256 of the public key in DER form (SPKI)',
  signature: 'an Ed25519 signature in base64',
}

const deltaFields: Record<string, string> = {
  format: `\`${deltaFormat}\``,
  from: 'the SHA-256 of the manifest that the delta applies to',
  to: 'the SHA-256 of the manifest that results',
  site: 'the `site` of the new manifest',
  removed: 'the paths that the new bundle does not have',
  files: 'the lines of the new manifest that are new or different',
}

const limitMeanings: Record<keyof ReaderLimits, string> = {
  maxEntries: 'entries',
  maxBytes: 'size of all files together, unpacked',
  maxFileBytes: 'size of one file',
  maxRatio: 'unpacked bytes for one packed byte, after the first 64 MiB',
  maxPathBytes: 'bytes of a path; 255 of each segment',
}

const ownFiles: readonly (readonly [string, string])[] = [
  [`\`${reportPath}\`, \`${reportPagePath}\``, 'the [report](/write/preview-and-build#check) as data and as a page'],
  [`\`${redirectsFile}\``, 'the redirects of `docs.json`, which the [host](/publish/host) reads'],
  [
    `\`${vendoredPath}\``,
    'the files that were copied from other hosts, with address and SHA-256 ([self-contained sites](/publish/self-contained))',
  ],
  ['`_bindery/hosting/`', 'settings for [other web servers](/publish/other-servers)'],
  ['`_bindery/search/…/`', 'the search index of one language and version'],
  [`\`${sectionDataPath('…')}\`, \`${allPagesPath}\``, 'the navigation, for pages with and without JavaScript'],
  ['`_bindery/assets/`', 'images and other files of the docs folder, each with a digest in its name'],
  [`\`${authorStylesPath}\`, \`_bindery/code/\``, 'your style sheets, and your scripts if you allow them'],
  ['`_bindery/*-<digest>.*`', 'styles, scripts and fonts of the theme'],
]

export async function writeBundleFormatPage(): Promise<string> {
  const manifest = await readText(encodeManifest(site, [style, home]))
  const next = await readText(encodeManifest(nextSite, [style, nextHome]))
  const signature = Buffer.from(signManifest(hash('sha256', manifest), exampleKey)).toString()
  const head: DeltaHead = {
    from: hash('sha256', manifest),
    to: hash('sha256', next),
    site: nextSite,
    removed: [],
    files: [nextHome],
  }
  const delta = Buffer.from(encodeDeltaHead(head)).toString()
  expectSameNames('fields of the manifest', listFields(JSON.parse(manifest)), Object.keys(manifestFields))
  expectSameNames('fields of the signature', Object.keys(JSON.parse(signature)), Object.keys(signatureFields))
  expectSameNames('fields of the delta', Object.keys(JSON.parse(delta)), Object.keys(deltaFields))
  const limits = Object.entries(defaultLimits).map(([name, most]) => [
    limitMeanings[name as keyof ReaderLimits],
    most >= MiB ? `${(most / MiB).toLocaleString('en')} MiB` : most.toLocaleString('en'),
  ])
  return `${writeFrontMatter('Bundle format', 'The archive, its manifest, its signature and deltas')}A bundle is one \`.tar.gz\` file that any tar program can extract. Its bytes depend only on its content: the same commit always gives the same archive. [Verify and update a bundle](/publish/verify) shows the commands.

## Archive

| Part | Form |
|---|---|
| Order | \`${manifestPath}\`, \`${signaturePath}\` if the bundle is signed, files that pages share by path, then the files of each page by page and path; all in the order of their code units |
| gzip | one gzip member for each file (tar header, content, padding), then one member with the two zero blocks that end a tar archive |
| gzip header | time 0, no name, system 255, and the extra field \`BN\`: length (uint32) and CRC-32 of the compressed data. gzip programs skip it |
| tar header | ustar, regular files only, mode 0644, owner 0, time 0. A path that is longer than 100 bytes or not ASCII has a pax header with one \`path\` record |

\`${manifestPath}\`, \`${signaturePath}\` and \`${deltaPath}\` are reserved names. A site cannot have files with these names at its root.

## ${manifestPath}

${writeTable(['Field', 'Meaning'], toRows(manifestFields))}
\`\`\`json ${manifestPath}
${manifest.trimEnd()}
\`\`\`

The file has one canonical form: this order of fields, one line for each file, no other spaces. Bindery refuses any other form, unknown fields and duplicate fields.

## ${signaturePath}

${writeTable(['Field', 'Meaning'], toRows(signatureFields))}
\`\`\`json ${signaturePath}
${signature.trimEnd()}
\`\`\`

The key signs this text, followed by a newline, where \`<digest>\` is the SHA-256 of \`${manifestPath}\` in hex:

\`\`\`text
${signatureFormat} manifest sha256:<digest>
\`\`\`

You can check the signature [with \`openssl\`](/publish/verify#across-an-air-gap).

## The _bindery folder

Pages are at the root of the site. Each page also has a Markdown copy with the extension \`.md\`. Bindery's own files are in \`_bindery\`:

${writeTable(['Path', 'Contents'], ownFiles)}
The root also has \`404.html\`, \`robots.txt\`, \`llms.txt\`, \`llms-full.txt\`, \`_redirects\` and, if the site has an address, \`sitemap.xml\`.

## Deltas

A delta is an archive in the same form. It has \`${deltaPath}\`, the \`${signaturePath}\` of the new bundle if that is signed, and the files that are new or different.

${writeTable(['Field', 'Meaning'], toRows(deltaFields))}
\`\`\`json ${deltaPath}
${delta.trimEnd()}
\`\`\`

A delta does not contain the new manifest. The unchanged lines of the old manifest and \`files\` give its exact bytes, and \`to\` proves it.

## What readers refuse

Bindery refuses an archive that it would not write itself: absolute paths, \`..\`, links, devices, duplicate paths, paths that differ only in case or Unicode form, wrong digests, and data after the end. It also refuses an archive over these limits:

${writeTable(['What', 'Limit'], limits)}`
}

function describeFile(path: string, page: string | undefined, content: string): ManifestFile {
  const file = { path, size: Buffer.byteLength(content), sha256: hash('sha256', content), type: mediaTypeOf(path) }
  return page === undefined ? file : { ...file, page }
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks)).toString()
}

function listFields({ format, site, files }: { format: string; site: object; files: object[] }): string[] {
  const ofFiles = new Set(files.flatMap((file) => Object.keys(file)))
  return [
    ...Object.keys({ format }),
    ...Object.keys(site).map((name) => `site.${name}`),
    ...[...ofFiles].map((name) => `files[].${name}`),
  ]
}

function toRows(fields: Record<string, string>): string[][] {
  return Object.entries(fields).map(([name, meaning]) => [`\`${name}\``, meaning])
}
