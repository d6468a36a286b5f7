import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { SiteFile } from '../../model/site-file.ts'
import { digest } from './gather-fonts.ts'
import { readAsset } from './read-asset.ts'

const require = createRequire(import.meta.url)
const folder = '_bindery'

export interface DiagramFiles {
  files: SiteFile[]
  /** Paths from the site's root: the small script that a page with a diagram loads, and what that one loads to render. */
  script: string
  library: string
}

let known: DiagramFiles | undefined

/** Read when the first page with a diagram comes: few sites have one, and Mermaid is 2.9 MB. */
export function diagramFiles(): DiagramFiles {
  known ??= readFiles()
  return known
}

function readFiles(): DiagramFiles {
  const path = require.resolve('@mermaid-js/tiny')
  const license = readFileSync(join(dirname(path), '../LICENSE'), 'utf8').trim()
  // Whoever gets the library gets its license with it.
  const library = hashed('mermaid', `/*!\n${license}\n*/\n${readFileSync(path, 'utf8')}`)
  const script = hashed('diagrams', readAsset('js/diagrams.js'))
  return { files: [script, library], script: script.path, library: library.path }
}

function hashed(name: string, text: string): SiteFile {
  const bytes = new TextEncoder().encode(text)
  return { path: `${folder}/${name}-${digest(bytes)}.js`, bytes }
}
