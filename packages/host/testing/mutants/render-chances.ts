import { hash } from 'node:crypto'

/** Numbers that look like chance and are the same for the same name, on every machine. */
export interface Chances {
  /** From 0 up to, but not, so many. */
  below(count: number): number
  pick<Item>(items: readonly Item[]): Item
  bytes(count: number): Buffer
}

/** The digests of a name and a count, one after another: whoever knows the name can render them again. */
export function renderChances(name: string): Chances {
  let rendered = Buffer.alloc(0)
  let count = 0
  const bytes = (wanted: number): Buffer => {
    while (rendered.length < wanted)
      rendered = Buffer.concat([rendered, hash('sha256', `${name} ${count++}`, 'buffer')])
    const taken = rendered.subarray(0, wanted)
    rendered = rendered.subarray(wanted)
    return taken
  }
  const below = (most: number) => bytes(6).readUIntLE(0, 6) % most
  return {
    bytes,
    below,
    pick(items) {
      const picked = items[below(items.length)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
  }
}
