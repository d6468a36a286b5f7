/** Where what was fetched of other hosts lies in a snapshot, and the list of it. */
export const assetFolder = '.bindery-assets'
export const assetIndex = 'index.json'
