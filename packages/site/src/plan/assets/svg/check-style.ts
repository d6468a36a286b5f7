const loading =
  /\\|@(?:import|namespace|charset)|(?:image|image-set|cross-fade|element|src|paint|expression)\s*\(|behavior\s*:|-moz-binding|script\s*:/i
const address = /url\s*\(\s*("[^"]*"|'[^']*'|[^"')]*)/gi
const inside = /^#[^"'()\\\s]*$/
const embedded =
  /^data:(?:image\/(?:png|jpe?g|gif|webp|avif)|(?:font|application)\/(?:x-)?(?:font-)?(?:woff2?|ttf|otf|truetype|opentype))(?:;charset=utf-8)?;base64,[A-Za-z\d+/=\s]*$/i

/**
 * Whether a style sheet, a `style` or a value such as `url(#gradient)` loads nothing from elsewhere. Without an escape
 * every name that loads stands in the text as it is, in comments and strings too, so neither has to be understood.
 */
export function isPlainStyle(style: string): boolean {
  if (loading.test(style)) return false
  return Array.from(style.matchAll(address), ([, value = '']) => value.replace(/^["']|["']$/g, '').trim()).every(
    (target) => inside.test(target) || embedded.test(target),
  )
}
