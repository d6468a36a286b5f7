import { buffer } from 'node:stream/consumers'
import { extractBundle, unchecked, type VerifiedBundle, writeDelta } from '../../../bundle/src/index.ts'
import { bundleOf, facts, text } from '../../../bundle/testing/small-site.ts'
import { type Specimen, takeApart } from './specimen.ts'

/** Few files, so that many mutants can be made of them; one has a name that needs a pax header. */
const shared = [text('404.html', '<h1>Not here</h1>'), text('assets/ガイド.svg', '<svg/>')]
const files = [
  ...shared,
  text('start.html', '<h1>Start</h1>'.repeat(20), 'start'),
  text('start.md', '# Start', 'start'),
]
const laterFiles = [...shared, text('new.html', '<h1>New</h1>', 'new'), text('start.html', '<h1>Anew</h1>', 'start')]

/** A bundle, extracted to `folder` as a host keeps it, and the delta that leads on from it. */
export async function prepareSpecimens(folder: string): Promise<{ specimens: Specimen[]; base: VerifiedBundle }> {
  const bundle = await bundleOf(files)
  const later = await bundleOf(laterFiles, { site: { ...facts, version: 'v2' } })
  const delta = await buffer(writeDelta({ from: [bundle], to: [later] }).bytes)
  const checked = await extractBundle([bundle], folder, unchecked)
  return { specimens: [takeApart(bundle), takeApart(delta, checked.manifest.files)], base: { folder, checked } }
}
