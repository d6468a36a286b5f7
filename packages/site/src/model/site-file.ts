/** One file of the finished site; `path` is relative to the site's root, with forward slashes. */
export interface SiteFile {
  path: string
  bytes: Uint8Array
}
