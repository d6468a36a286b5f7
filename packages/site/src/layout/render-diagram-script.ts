import type { PageFacts } from '../model/page-facts.ts'
import { type Html, html, nothing } from '../render/html/html.ts'
import type { Chrome } from './chrome.ts'
import { diagramFiles } from './theme/diagram-files.ts'

/** Only pages with a diagram load the script that renders it, which loads the library once a reader comes near. */
export function renderDiagramScript({ toFile }: Chrome, needs: PageFacts['needs'] = []): Html {
  if (!needs.includes('mermaid')) return nothing
  const { script, library } = diagramFiles()
  return html`<script src="${toFile(script)}" data-library="${toFile(library)}" defer=""></script>`
}
