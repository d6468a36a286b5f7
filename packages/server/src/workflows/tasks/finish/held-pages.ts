import type { FinishingFacts } from '@bindery/site'

// Some 50 MB. Of a larger site each task reads all of them again.
const mostPagesHeld = 10_000

/** Pages of the last site that this process has finished, by the files of their outlines, which never change. */
let held = new Map<string, FinishingFacts[]>()

/** Before a task of another organization: what one has left is held for none but itself. */
export function forgetPages(): void {
  held = new Map()
}

/** Begins a site: of what is held only its own pages stay. */
export function holdPages() {
  const before = held
  const now = new Map<string, FinishingFacts[]>()
  held = now
  let count = 0
  return {
    async find(file: string | undefined, read: () => Promise<FinishingFacts[]>): Promise<FinishingFacts[]> {
      const pages = (file !== undefined && before.get(file)) || (await read())
      count += pages.length
      if (count > mostPagesHeld) now.clear()
      else if (file !== undefined) now.set(file, pages)
      return pages
    },
  }
}
