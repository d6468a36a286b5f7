// What is longer is no slip of the fingers.
const longest = 40

/** The one name that was meant, if that is certain: the same but for case, or one slip away from no other. */
export function findNearest(name: string, names: readonly string[]): string | undefined {
  if (name.length > longest) return undefined
  const same = names.find((other) => fold(other) === fold(name))
  if (same !== undefined) return same
  const slips = name.length < 4 ? 0 : name.length < 8 ? 1 : 2
  const near = names.filter((other) => countSlips(name, other, slips) <= slips)
  return near.length === 1 ? near[0] : undefined
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '')
}

/** Letters to add, take away, change or swap with their neighbour. */
function countSlips(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (last[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1])
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap))
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}
