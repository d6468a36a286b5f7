export function searchFolder(scope: string): string {
  return `_bindery/search/${scope}`
}
