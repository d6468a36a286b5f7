import { ExportFailure } from './export-failure.ts'

// The others are counted.
const named = 10

export function secretFound(places: readonly string[]): ExportFailure {
  const more = places.length > named ? `\nand ${places.length - named} more.` : ''
  return new ExportFailure('secret_found', `Secrets stand in the docs:\n${places.slice(0, named).join('\n')}${more}`)
}
