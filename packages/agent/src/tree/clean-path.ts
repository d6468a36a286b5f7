import { limits } from '../limits.ts'
import { Refusal } from './tree.ts'

/** The one spelling of a path that stays inside: `./a//b.mdx` is `a/b.mdx`; the folder itself is the empty text. */
export function cleanPath(path: string): string {
  if (path.length > limits.pathLength) throw new Refusal(`The path is longer than ${limits.pathLength} characters.`)
  if (!path.isWellFormed()) throw new Refusal('The path is not valid Unicode.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) throw new Refusal('The path holds a control character.')
  if (path.includes('\\')) throw new Refusal(`Write ${quote(path)} with / between folders.`)
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.startsWith('~'))
    throw new Refusal(
      `${quote(path)} is not inside the repository: give a path from its root, such as guides/start.mdx.`,
    )
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  for (const part of parts) {
    if (part === '..') throw new Refusal(`${quote(path)} leads out of the repository.`)
    if (isGitFolder(part)) throw new Refusal("git's own folder cannot be read or changed.")
    if (Buffer.byteLength(part) > 255) throw new Refusal(`A name in ${quote(path)} is longer than 255 bytes.`)
  }
  return parts.join('/')
}

/** Also as other disks spell it: in any case, with dots or spaces after it, its short name, with characters that are ignored. */
function isGitFolder(part: string): boolean {
  const plain = part.replace(/\p{Cf}|\u034f/gu, '').replace(/[. ]+$|:.*$/g, '')
  return /^(\.git|git~\d)$/i.test(plain)
}

function quote(path: string): string {
  return `"${path.slice(0, 100)}"`
}
