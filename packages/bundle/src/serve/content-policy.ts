/**
 * Each page carries the policy of what it may load, since it must hold on any host and from a disk. What a page cannot
 * say of itself is said here. A picture in SVG is a document of its own when it is opened by its address.
 */
const policies = {
  page: "frame-ancestors 'self'; base-uri 'none'; object-src 'none'; form-action 'none'",
  image: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
}

/** The `Content-Security-Policy` with which a file of this media type is served. */
export function contentPolicyOf(type: string): string {
  return /^(?:image\/svg\+xml|application\/xml)/.test(type) ? policies.image : policies.page
}
