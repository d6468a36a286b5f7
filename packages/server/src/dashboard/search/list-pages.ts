import type { Role } from '../../db/tables.ts'
import { hasRole } from '../enter-organization.ts'

interface FoundPage {
  name: string
  about: string
  /** Below the organization. */
  path: string
}

/** Every page that one opens by its name, with what people call it and who may. */
const pages: (FoundPage & { words: string; needs: Role })[] = [
  { name: 'Projects', about: 'Page', path: '/projects', words: 'sites repositories home', needs: 'viewer' },
  { name: 'Connect a repository', about: 'Action', path: '/projects/new', words: 'new project add', needs: 'admin' },
  { name: 'Exports', about: 'Page', path: '/exports', words: 'builds history', needs: 'viewer' },
  { name: 'Start an export', about: 'Action', path: '/exports/new', words: 'new build deploy', needs: 'writer' },
  { name: 'Agent jobs', about: 'Page', path: '/agent-jobs', words: 'agent jobs pull requests', needs: 'viewer' },
  { name: 'New agent job', about: 'Action', path: '/agent-jobs/new', words: 'edit write prompt', needs: 'writer' },
  { name: 'API keys', about: 'Page', path: '/keys', words: 'tokens ci pipeline', needs: 'viewer' },
  { name: 'Create an API key', about: 'Action', path: '/keys/new', words: 'new token', needs: 'admin' },
  { name: 'People', about: 'Page', path: '/people', words: 'members invite roles', needs: 'viewer' },
  { name: 'Audit log', about: 'Page', path: '/audit', words: 'history who', needs: 'admin' },
  { name: 'Usage', about: 'Page', path: '/usage', words: 'tokens cost budget storage pages exports', needs: 'viewer' },
  { name: 'Settings', about: 'Page', path: '/settings', words: 'plan limits quota organization', needs: 'viewer' },
]

/** The settings of one project, found with its name before them. */
const settings = [
  ['General', 'settings', 'repository branch docs folder delete retention'],
  ['Domains', 'domains', 'verify record'],
  ['Git credential', 'credential', 'token github app'],
  ['Model', 'model', 'provider key'],
  ['Secrets', 'secrets', 'exceptions scan'],
] as const

export function listPages(role: Role, words: string): FoundPage[] {
  return pages
    .filter(({ needs, name, words: more }) => hasRole(role, needs) && has(`${name} ${more}`, words))
    .map(({ name, about, path }) => ({ name, about, path }))
}

const mostSettings = 6

export function listSettings(projects: readonly { id: string; name: string }[], words: string): FoundPage[] {
  const all = projects.flatMap(({ id, name }) =>
    settings
      .filter(([title, , more]) => has(`${name} ${title} ${more}`, words))
      .map(([title, part]) => ({ name: `${name}: ${title}`, about: 'Setting', path: `/projects/${id}/${part}` })),
  )
  return all.slice(0, mostSettings)
}

/** Each word anywhere, in any order. */
function has(text: string, words: string): boolean {
  const lower = text.toLowerCase()
  return words
    .toLowerCase()
    .split(' ')
    .every((word) => lower.includes(word))
}
