import type { AssetMode, AuthorCodeMode } from '@bindery/contract'
import type { StoredCredential } from '../../core/credentials/stored-credential.ts'
import type { PageRule, ProjectModel } from '../../db/tables.ts'
import { listRefCandidates } from '../../git/fetch/list-ref-candidates.ts'
import { pageRules } from '../page-rules.ts'
import { readText } from '../parse-form.ts'
import { Problem } from '../problem.ts'
import type { Form } from '../visit.ts'

export const gitHosts = [
  { value: 'auto', label: 'Detect automatically' },
  { value: 'github', label: 'GitHub' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'gitea', label: 'Gitea or Forgejo' },
] as const

export const assetModes: readonly { value: AssetMode; label: string }[] = [
  { value: 'vendor', label: 'Copy them into the site' },
  { value: 'strict', label: 'Copy them into the site, or fail the export' },
  { value: 'link', label: 'Link to them' },
]

export const authorCodeModes: readonly { value: AuthorCodeMode; label: string }[] = [
  { value: 'off', label: 'Leave it out: components show their initial state' },
  { value: 'browser', label: 'Run in readers’ browsers' },
]

export const providers: readonly { value: ProjectModel['provider']; label: string }[] = [
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'openai', label: 'OpenAI' },
  { value: 'openai-compatible', label: 'OpenAI-compatible endpoint' },
]

const nameLength = 100

export interface ProjectFields {
  name: string
  repository: string
  branch: string
  docsPath: string
  gitHost: string
  pages: PageRule | undefined
}

export function readProjectForm(form: Form): ProjectFields {
  const name = readText(form, 'name') ?? ''
  if (name === '' || name.length > nameLength || /\p{Cc}/u.test(name)) {
    throw new Problem(422, `Give the project a name of up to ${nameLength} characters.`)
  }
  const branch = readText(form, 'branch') ?? 'main'
  listRefCandidates(branch)
  return {
    name,
    repository: readText(form, 'repository') ?? '',
    branch,
    docsPath: readText(form, 'docsPath') ?? '',
    gitHost: readText(form, 'gitHost') ?? 'auto',
    pages: pageRules.find(({ value }) => value === form.get('pages'))?.value,
  }
}

/** Of the credential's two forms, the one that was sent. */
export function readCredentialForm(form: Form): StoredCredential {
  if (form.get('kind') === 'github-app') {
    return {
      kind: 'github-app',
      appId: readText(form, 'appId') ?? '',
      installationId: readText(form, 'installationId') ?? '',
      // A browser sends its lines with \r\n.
      privateKey: (form.get('privateKey') ?? '').replaceAll('\r\n', '\n'),
    }
  }
  const username = readText(form, 'username')
  return { secret: readText(form, 'token') ?? '', ...(username !== undefined && { username }) }
}

export function readModelForm(form: Form): ProjectModel & { model: string } {
  const provider = providers.find(({ value }) => value === form.get('provider'))?.value
  if (!provider) throw new Problem(422, 'Choose a model provider.')
  const baseUrl = readText(form, 'baseUrl')
  return { provider, model: readText(form, 'model') ?? '', ...(baseUrl !== undefined && { baseUrl }) }
}

/** Undefined where a form has no such choice. */
export function readAssetMode(form: Form): AssetMode | undefined {
  return assetModes.find(({ value }) => value === form.get('assets'))?.value
}

export function readAuthorCode(form: Form): AuthorCodeMode | undefined {
  return authorCodeModes.find(({ value }) => value === form.get('authorCode'))?.value
}
