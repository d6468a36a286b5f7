import { fileURLToPath } from 'node:url'

/** Three pages. */
export const smallSite = fileURLToPath(new URL('sites/small-site', import.meta.url))

/** With conventions for an agent, and something to correct. */
export const regionSite = fileURLToPath(new URL('sites/region-site', import.meta.url))
