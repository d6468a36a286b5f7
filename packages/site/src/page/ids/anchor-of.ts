/** Spaces, and the marks that divide words as a space does. */
const dividers = /[\s\-.!~*()]+/g
/** Marks that name nothing, and pictures. Whatever else an author writes stays: `&`, `/`, `$`, `：`. */
const silent =
  /[?,;:"[\]{}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\u20e3|\ufe0e|\ufe0f/gu

/**
 * The id that a title gives: `Fees & billing` is `fees-&-billing`, `Config.json options` is `config-json-options`. These
 * are the ids that sites with a docs.json have had wherever they were hosted, and so those that the world links to.
 */
export function anchorOf(title: string): string {
  const words = title.trim().toLowerCase().replaceAll("'", '’').replace(dividers, '-')
  return words.replace(/^-|-$/g, '').replace(silent, '')
}
