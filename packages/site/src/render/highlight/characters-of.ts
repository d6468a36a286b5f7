import type { Node } from 'oniguruma-parser/parser'

/** All that is not ASCII shares one slot. */
const other = 128

export function slotOf(code: number): number {
  return Math.min(code, other)
}

const digits: [number, number][] = [[48, 57]]
const letters: [number, number][] = [
  [65, 90],
  [97, 122],
]
const blanks: [number, number][] = [
  [9, 13],
  [32, 32],
]
/** Oniguruma's classes go beyond ASCII, so each has the slot of the others too. */
const rangesByClass: Record<string, [number, number][]> = {
  digit: digits,
  hex: [...digits, [65, 70], [97, 102]],
  xdigit: [...digits, [65, 70], [97, 102]],
  space: blanks,
  word: [...digits, ...letters, [95, 95]],
  alpha: letters,
  alnum: [...digits, ...letters],
  upper: letters,
  lower: letters,
}

/** The slots of the characters that a node may match; undefined if it is no set of characters, or nearly all of them. */
export function charactersOf(node: Node, ignoresCase: boolean): Set<number> | undefined {
  switch (node.type) {
    case 'Character':
      return slotsOf([[node.value, node.value]], ignoresCase)
    case 'CharacterClassRange':
      return slotsOf([[node.min.value, node.max.value]], ignoresCase)
    case 'CharacterSet': {
      const name = node.kind === 'posix' ? node.value : node.kind
      const ranges = Object.hasOwn(rangesByClass, name) ? rangesByClass[name] : undefined
      return node.negate || !ranges ? undefined : slotsOf(ranges, true)
    }
    case 'CharacterClass': {
      if (node.negate || node.kind !== 'union') return undefined
      const parts = node.body.map((part) => charactersOf(part, ignoresCase))
      return parts.includes(undefined) ? undefined : new Set(parts.flatMap((part) => [...(part ?? [])]))
    }
    default:
      return undefined
  }
}

/** Without regard to case a letter also stands for its other form, and k and s for letters beyond ASCII. */
function slotsOf(ranges: [number, number][], ignoresCase: boolean): Set<number> {
  const slots = new Set<number>(ignoresCase ? [other] : [])
  for (const [first, last] of ranges) {
    if (last >= other) slots.add(other)
    for (let code = first; code <= Math.min(last, other - 1); code++) {
      slots.add(code)
      if (!ignoresCase) continue
      const character = String.fromCharCode(code)
      slots.add(slotOf(character.toLowerCase().charCodeAt(0)))
      slots.add(slotOf(character.toUpperCase().charCodeAt(0)))
    }
  }
  return slots
}
