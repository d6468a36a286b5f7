const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Whole numbers as letters, five bits each; a sixth says that more follow. Small numbers, the most of them, take one. */
export function writeNumber(value: number): string {
  let text = ''
  let rest = value
  while (rest >= 32) {
    text += digits[32 + (rest % 32)]
    rest = Math.floor(rest / 32)
  }
  return text + digits[rest]
}

export function readNumbers(text: string): number[] {
  const numbers: number[] = []
  let value = 0
  let unit = 1
  for (const letter of text) {
    const digit = digits.indexOf(letter)
    value += (digit % 32) * unit
    unit *= 32
    if (digit >= 32) continue
    numbers.push(value)
    value = 0
    unit = 1
  }
  return numbers
}
