/** Names of the files that all pages share. They hold no digest: a changed navigation must not change every page. */
export const allPagesPath = '_bindery/pages/index.html'

export function sectionPagePath(key: string, number = 1): string {
  return `_bindery/pages/${key}${number === 1 ? '' : `-${number}`}.html`
}

export function sectionDataPath(key: string): string {
  return `_bindery/nav/${key}.js`
}
