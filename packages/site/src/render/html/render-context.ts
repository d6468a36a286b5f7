import type { Diagnostic, SourcePoint } from '../../model/page-tree.ts'
import type { Words } from '../../model/words/words.ts'

/** What rendering a page needs from outside. One is made for each page: ids and icons are unique on a page only. */
export interface RenderContext {
  /** The `href` to write for a link as the author wrote it. */
  resolveLink(href: string, at: SourcePoint | undefined): string
  /** Undefined if the file is missing: a placeholder is rendered, which makes no request. */
  resolveAsset(src: string, at: SourcePoint | undefined): ResolvedAsset | undefined
  /** Whether frames of other hosts are loaded only when the reader asks for them. */
  framesOnClick: boolean
  highlight(code: string, language: string): HighlightedCode
  /** The icon as inline SVG, undefined if no set has it. */
  icon(name: string, options?: IconOptions): string | undefined
  warn(diagnostic: Diagnostic): void
  words: Words
  /** An id for this text that nothing else on the page has; the same on every build. */
  id(text: string): string
  /** Says that the page uses a script that ordinary pages do not load. */
  need(part: 'mermaid'): void
  /** Keeps an entry of a changelog for the page's feed. */
  noteUpdate(update: NotedUpdate): void
}

export interface HighlightedCode {
  /** The HTML of each line, without its line end. */
  lines: string[]
  /** False if no grammar has the language's name; the lines are then plain. */
  known: boolean
}

export interface NotedUpdate {
  id: string
  label: string
  description: string | undefined
  /** In the author's words for a feed, where he has others for it. */
  title: string | undefined
  summary: string | undefined
  tags: string[]
  /** What the entry holds, as the page renders it. */
  html: string
}

export interface ResolvedAsset {
  href: string
  width?: number
  height?: number
}

export interface IconOptions {
  library?: string
  /** Font Awesome's styles: `solid`, `regular`, `brands`, … */
  type?: string
  /** Called when another icon stands for the one that was asked for, with its name. */
  onNearest?(instead: string): void
}
