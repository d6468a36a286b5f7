/** Where a snapshot says when its files were last changed. */
export const dateFile = '.bindery-dates.json'
