import type { Client, Project } from '@bindery/client'
import { CommandError } from '../errors.ts'
import { plainText } from '../terminal/plain-text.ts'

/** The id of a project that is named by id or name; without either, of the only one that the key may use. */
export async function findProject({ projects }: Client, given: string | undefined): Promise<string> {
  if (given !== undefined && /^prj_[0-9a-f]{16}$/.test(given)) return given
  const all = await Array.fromAsync(projects.listAll())
  const found = given === undefined ? all : all.filter(({ name }) => name === given)
  const [only, ...more] = found
  if (only && more.length === 0) return only.id
  throw new CommandError(
    given === undefined ? 'Which project?' : `Which project is ${JSON.stringify(given)}?`,
    explain(given, found),
    'Name one by its id: --project ID. bindery projects lists them.',
  )
}

function explain(given: string | undefined, found: readonly Project[]): string {
  if (found.length === 0) return given === undefined ? 'Your key has no project.' : 'No project has this name or id.'
  const shown = found.slice(0, 5).map(({ id, name }) => `${id} (${plainText(name)})`)
  const more = found.length > shown.length ? ` and ${found.length - shown.length} more` : ''
  return `There are ${found.length}: ${shown.join(', ')}${more}.`
}
