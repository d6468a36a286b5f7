export interface Range {
  start: number
  /** The last byte, which is part of it. */
  end: number
}

/** One range of bytes; several at once, or what is no range, are answered with the whole file, as they may be. */
export function readRange(header: string, size: number): Range | 'whole' | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.replaceAll(' ', '')) ?? []
  if (first === '' && last === '') return 'whole'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'whole'
  return start <= end ? { start, end } : 'outside'
}
