/**
 * Pictures, fonts and media that a site names on other hosts, fetched by whoever may use the network: a site is planned
 * and rendered without it. Each is named by its URL as `readRemoteUrl` gives it.
 */
export interface RemoteAssets {
  /** Where they lie; seen from the docs folder, or absolute. */
  folder: string
  /** The file of each in there: the SHA-256 of its bytes, and an extension for what these are. */
  files: Record<string, string>
  /** Those that change with every request: a copy would soon be wrong. */
  live: Record<string, true>
  /** Why there is none: the end of a sentence, without its full stop. */
  failures: Record<string, string>
  /** Faces of the fonts that docs.json only names, by family; their files are among the others. */
  fonts?: Record<string, FontFace[]>
  /** Why there are none, likewise. No failure of the site: a font that is only named may be one of the reader's machine. */
  missingFonts?: Record<string, string>
}

export interface FontFace {
  url: string
  /** From and to, where one file holds several. */
  weights: [least: number, most: number]
  /** The characters that it has, as CSS writes them. */
  range?: string
}

const shownAs = '.bindery-assets/'

/** The path under which a plan lists a file of another host; no file of a repository has it. */
export function remoteAssetPath(name: string): string {
  return `${shownAs}${name}`
}

/** The name in `RemoteAssets.folder` of what a plan lists so; undefined for a file of the docs folder. */
export function remoteAssetName(path: string): string | undefined {
  return path.startsWith(shownAs) ? path.slice(shownAs.length) : undefined
}
