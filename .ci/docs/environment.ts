import { readConfig, type VariableTree, variables } from '../../packages/server/src/config/config.ts'
import { secretVariables } from '../../packages/server/src/config/read-secret-files.ts'
import { environmentGroups } from './environment-meanings.ts'
import { escapeCell, expectSameNames, writeFrontMatter, writeTable } from './markdown.ts'

const enough = { DATABASE_URL: 'postgres://localhost/bindery', BINDERY_S3_BUCKET: 'bindery' }

export function writeEnvironmentPage(): string {
  const paths = new Map(listVariables(variables))
  const described = environmentGroups.flatMap(({ variables }) => Object.keys(variables))
  const limits = [...paths].filter(([, path]) => path[0] === 'limits').map(([name]) => name)
  expectSameNames('.ci/docs/environment-meanings.ts', paths.keys(), [...described, ...limits])
  const defaults = readConfig(enough)
  const sections = environmentGroups.map(({ title, variables }) => {
    const rows = Object.entries(variables).map(([name, meaning]) => [
      `\`${name}\``,
      meaning.default ?? writeDefault(readAt(defaults, paths.get(name) ?? [])),
      `${meaning.text}${writeAccepted(name)}`,
    ])
    return `## ${title}\n\n${writeTable(['Variable', 'Default', 'Meaning'], rows)}`
  })
  const intro = `The API, the workers, \`migrate\` and \`admin\` read their settings from the environment. Invalid settings are reported at startup, all together, each with its variable and an example. The host has [settings of its own](/reference/host-settings). The other ${limits.length} \`BINDERY_LIMIT_…\` variables are on the page of [limits](/reference/limits).

A secret can be in a file instead: set \`NAME_FILE\` to the path and leave \`NAME\` unset. This works for ${secretVariables.map((name) => `\`${name}\``).join(', ')}. Files are read once, at the start, and a newline at the end is not part of the secret.

`
  return `${writeFrontMatter('Environment variables', 'Every setting of the service, its default and the values it takes')}${intro}${sections.join('\n')}`
}

function listVariables(tree: VariableTree, above: readonly string[] = []): [name: string, path: string[]][] {
  return Object.entries(tree).flatMap(([key, node]) =>
    typeof node === 'string' ? [[node, [...above, key]]] : listVariables(node, [...above, key]),
  )
}

function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], value)
}

function writeDefault(value: unknown): string {
  if (value === undefined || value === '' || isEmpty(value)) return 'none'
  if (typeof value === 'object')
    throw new Error('Say this default in environment-meanings.ts: it is no text or number.')
  return `\`${value}\``
}

function isEmpty(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && (value instanceof Map ? value.size : Object.keys(value).length) === 0
  )
}

/** What the reader of the configuration says of a value that cannot be right: its own words never drift. */
function writeAccepted(name: string): string {
  try {
    readConfig({ ...enough, [name]: '?' })
    return ''
  } catch (error) {
    const line = (error as Error).message.split('\n').find((line) => line.trim().startsWith(`${name} must be `))
    const accepted = line?.trim().slice(`${name} must be `.length).split(';')[0]
    return accepted === undefined ? '' : `. Accepts ${escapeCell(accepted)}`
  }
}
