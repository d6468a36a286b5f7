interface Page {
  nextCursor: string | null
}

/** Every item of every page, one page at a time. */
export async function* listPages<OnePage extends Page, Item>(
  get: (cursor: string | undefined) => Promise<OnePage>,
  itemsOf: (page: OnePage) => readonly Item[],
): AsyncGenerator<Item, void> {
  let cursor: string | undefined
  do {
    const page = await get(cursor)
    yield* itemsOf(page)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
