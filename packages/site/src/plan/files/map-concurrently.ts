/** Results in the order of the items, with at most `width` of them under way: what is not asked for is not begun. */
export async function* mapConcurrently<T, R>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for (const item of items) {
    const result = work(item)
    // Its turn may come after another one's failure has ended the loop.
    result.catch(() => {})
    running.push(result)
    if (running.length >= width) yield await (running.shift() as Promise<R>)
  }
  for (const result of running) yield await result
}
