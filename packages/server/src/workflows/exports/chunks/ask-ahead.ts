/** Answers by the place of what they are about, each asked for once. */
interface Answers<Answer> {
  /** Asks for this one and for some of those after it. */
  ask(at: number): Promise<Answer>
  forget(at: number): void
}

/** For what is read in order: the next answers are under way while one is worked on. */
export function askAhead<Item, Answer>(
  items: readonly Item[],
  ahead: number,
  read: (item: Item, at: number) => Promise<Answer>,
): Answers<Answer> {
  const asked = new Map<number, Promise<Answer>>()
  const begin = (at: number): Promise<Answer> => {
    const known = asked.get(at)
    if (known) return known
    const answer = read(items[at] as Item, at)
    // Its failure is for whoever asks for it; and asked again it is read again.
    answer.catch(() => asked.delete(at))
    asked.set(at, answer)
    return answer
  }
  return {
    ask(at) {
      const answer = begin(at)
      for (let next = at + 1; next <= at + ahead && next < items.length; next++) begin(next)
      return answer
    },
    forget: (at) => void asked.delete(at),
  }
}
