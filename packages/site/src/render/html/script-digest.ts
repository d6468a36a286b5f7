import { hash } from 'node:crypto'

/** By which the content policy of a page allows a script that stands in it. */
export function scriptDigest(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}
