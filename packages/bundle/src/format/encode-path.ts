/** A path as an address has it: its slashes stay, and half a character, which no address can hold, is replaced. */
export function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/')
}
