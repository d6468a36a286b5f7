import { busy, NoSpace } from './space.ts'

/** The want of room behind an error: our own count's, or the disk's where others fill it. */
export function readNoSpace(error: unknown): NoSpace | undefined {
  if (error instanceof NoSpace) return error
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? busy() : undefined
}
