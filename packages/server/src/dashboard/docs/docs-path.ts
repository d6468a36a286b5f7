/** Where the documentation of this release stands. */
export const docsPath = '/docs'

/** Where people begin who call the API: every operation, and how all of them are called. */
export const apiReferencePath = `${docsPath}/reference/api`
