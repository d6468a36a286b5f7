/** Real sites with their styles, scripts and pictures. */
export const corporaNames = ['dify', 'fastmcp', 'mcp', 'mintlify', 'wandb']

export interface FidelityOptions {
  /** All that there are, without it. */
  sites?: string[] | undefined
  /** Of each site. */
  pages: number
  /** A folder of archives; else the one beside this repository, if it is there. */
  corpora?: string | undefined
  whole: boolean
  /** What the pages look like now is what they are compared with from then on. */
  accept?: boolean | undefined
}

/** What a part has counted; it has failed if `failed` or `wrong` is not 0. */
export interface Figures {
  pages: number
  failed: number
  [name: string]: number
}
