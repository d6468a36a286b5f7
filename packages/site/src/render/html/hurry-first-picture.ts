// About what a reader sees first: the markup of an opening with a title, two buttons and a line of badges.
const opening = 5_000

/** The picture at the head of a page is what its reader waits for: it does not wait until the page has been laid out. */
export function hurryFirstPicture(html: string): string {
  const at = html.indexOf(' loading="lazy"')
  const tag = html.lastIndexOf('<', at)
  if (at === -1 || at > opening || !html.startsWith('<img ', tag) || html.lastIndexOf('>', at) > tag) return html
  return `${html.slice(0, at)} fetchpriority="high"${html.slice(at + ' loading="lazy"'.length)}`
}
