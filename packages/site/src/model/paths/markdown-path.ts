/** Where a page's Markdown stands: beside the page, under the same name. */
export function markdownPath(output: string): string {
  return output.replace(/\.html$/, '.md')
}
