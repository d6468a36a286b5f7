/** What a page bids browsers to look for or connect to ahead: an automated Chromium does not, a reader's own does. */
export async function listHints(url: string): Promise<string[]> {
  const answer = await fetch(url)
  const page = await answer.text()
  const header = answer.headers.get('link')
  const elements = page.match(/<link\b[^>]*\brel="?[^">]*(?:preconnect|dns-prefetch)[^>]*>/g) ?? []
  return header === null ? elements : [...elements, `Link: ${header}`]
}
