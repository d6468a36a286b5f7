import type { TreeNode } from '../../../model/page-tree.ts'
import { type ApiWords, englishApiWords } from '../words/api-words.ts'
import { make } from './make-element.ts'
import type { Describer, Heading } from './render-description.ts'

export type Part = Exclude<keyof ApiWords, 'constraint'>

export interface Sections {
  /** All that were made, in their order. */
  headings: Heading[]
  addHeading(text: string, depth: number, named?: string): string
  title(part: Part): TreeNode
  /** A title with what stands below it; nothing without that. */
  section(part: Part, content: TreeNode[]): TreeNode[]
}

/** The headings of a page of an API; `newId` gives ids that nothing else on the page has. */
export function createSections({ words }: Describer, newId: (text: string) => string): Sections {
  const headings: Heading[] = []
  const addHeading = (text: string, depth: number, named = text) => {
    const id = newId(named)
    headings.push({ depth, id, text })
    return id
  }
  // A link to a part of the page is the same in every language.
  const title = (part: Part) => make('h2', { id: addHeading(words[part], 2, englishApiWords[part]) }, words[part])
  const section = (part: Part, content: TreeNode[]) => (content.length === 0 ? [] : [title(part), ...content])
  return { headings, addHeading, title, section }
}
