/** What `read` makes of each item, in their order, with as many of the next ones under way already. */
export async function* readAhead<Item, Read>(
  items: Iterable<Item>,
  ahead: number,
  read: (item: Item) => Promise<Read>,
): AsyncGenerator<Read> {
  const begun: Promise<Read>[] = []
  for (const item of items) {
    const reading = read(item)
    // Its failure is thrown in its turn, which may be later than it happens.
    reading.catch(() => {})
    begun.push(reading)
    if (begun.length > ahead) yield begun.shift() as Promise<Read>
  }
  yield* begun
}
