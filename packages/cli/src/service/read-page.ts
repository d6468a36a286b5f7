/** A page's path within the site, however it was typed: `/guides/start`, `guides/start` and `guides/start.mdx` are the same. */
export function readPage(page: string): string {
  return page.replace(/^\/+/, '').replace(/\.(?:mdx?|html)$/, '')
}
