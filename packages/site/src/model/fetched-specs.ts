/** Descriptions on other hosts, fetched by whoever may use the network: a site is planned and rendered without it. */
export interface FetchedSpecs {
  /** Where they lie, each named by the SHA-256 of its bytes; seen from the docs folder, or absolute. */
  folder: string
  /** The digest of each, by its URL as `listRemoteSpecs` gives it. */
  digests: Record<string, string>
  /** Why there is none, by its URL: the end of a sentence, without its full stop. */
  failures: Record<string, string>
}
