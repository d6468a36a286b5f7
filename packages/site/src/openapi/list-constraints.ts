/** What a schema asks of its values, in words. */
export function listConstraints(read: (key: string) => unknown): string[] {
  const number = (key: string) => (typeof read(key) === 'number' ? (read(key) as number) : undefined)
  const above = number('exclusiveMinimum')
  const below = number('exclusiveMaximum')
  const step = number('multipleOf')
  const pattern = read('pattern')
  return [
    range(number('minimum'), number('maximum'), ''),
    above === undefined ? '' : `more than ${above}`,
    below === undefined ? '' : `less than ${below}`,
    step === undefined ? '' : `multiple of ${step}`,
    range(number('minLength'), number('maxLength'), 'characters'),
    range(number('minItems'), number('maxItems'), 'items'),
    range(number('minProperties'), number('maxProperties'), 'properties'),
    read('uniqueItems') === true ? 'no item twice' : '',
    typeof pattern === 'string' ? `matches ${pattern.slice(0, 200)}` : '',
  ].filter((text) => text !== '')
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const words = sayRange(least === 0 && unit !== '' ? undefined : least, most)
  if (words === '' || unit === '') return words
  return `${words} ${words.endsWith(' 1') || words === '1' ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit}`
}

function sayRange(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return least === most ? String(least) : `${least} to ${most}`
  if (least !== undefined) return `at least ${least}`
  return most === undefined ? '' : `at most ${most}`
}
