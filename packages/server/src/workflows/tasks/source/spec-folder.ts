/** Where the descriptions of other hosts lie in a snapshot. */
export const specFolder = '.bindery-openapi'
