/**
 * Every id of rendered HTML and where its tag begins, found by the attribute and not by the tags, of which there are a
 * hundred times as many. Text holds quotes as they are but never an angle bracket, so the nearest one says whether it is
 * a tag. The shapes of icons have ids too, which are nobody's address.
 */
export function findIds(html: string): { id: string; tag: number }[] {
  const ids: { id: string; tag: number }[] = []
  for (let at = html.indexOf(' id="'); at !== -1; at = html.indexOf(' id="', at + 1)) {
    const tag = html.lastIndexOf('<', at)
    if (tag < html.lastIndexOf('>', at) || html.startsWith('<g ', tag)) continue
    ids.push({ id: decodeEntities(html.slice(at + 5, html.indexOf('"', at + 5))), tag })
  }
  return ids
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
