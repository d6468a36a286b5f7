import { removeCredential } from '../../../core/credentials/remove-credential.ts'
import { setCredential } from '../../../core/credentials/set-credential.ts'
import { addDomain } from '../../../core/domains/add-domain.ts'
import { listDomains } from '../../../core/domains/list-domains.ts'
import { removeDomain } from '../../../core/domains/remove-domain.ts'
import { verifyDomain } from '../../../core/domains/verify-domain.ts'
import { setProjectModel } from '../../../core/projects/set-project-model.ts'
import { setSecretRules } from '../../../core/projects/set-secret-rules.ts'
import { showProject } from '../../../core/projects/show-project.ts'
import { updateProject } from '../../../core/projects/update-project.ts'
import type { DashboardDeps } from '../../dashboard-deps.ts'
import { readLines, readText } from '../../parse-form.ts'
import { Problem } from '../../problem.ts'
import type { Form, MemberVisit } from '../../visit.ts'
import type { Part } from '../project-view.ts'
import {
  readAssetMode,
  readAuthorCode,
  readCredentialForm,
  readModelForm,
  readProjectForm,
} from '../read-project-form.ts'

/** Every core function is told the organization too: what belongs to another is not there. */
export interface Own {
  projectId: string
  organizationId: string
}

interface Change {
  operation: string
  /** Below the project's own address. */
  path: string
  /** Where on the page a refusal is shown. */
  part: Part
  /** Comes to what the page says afterwards. */
  act: (own: Own, form: Form, visit: MemberVisit) => Promise<string>
}

/** What each form of the page does, and what it says afterwards. */
export function listChanges(deps: DashboardDeps): Change[] {
  const { db, git, credentials, network, limits } = deps
  const reach = { policy: git, caFile: network.caFile, proxyUrl: network.httpsProxy }
  return [
    { operation: 'updateProject', path: 'settings', part: 'settings', act: saveSettings },
    {
      operation: 'addDomain',
      path: 'domains',
      part: 'domains',
      act: async (own, form, { actor }) => {
        const request = { projectId: own.projectId, name: readText(form, 'domain') ?? '', mode: deps.domains.mode }
        const { name, verifiedAt } = await addDomain(db, own, request, actor, limits)
        return verifiedAt ? `${name} is added.` : `${name} is added. Prove that it is yours, then verify it.`
      },
    },
    {
      operation: 'verifyDomain',
      path: 'domains/verify',
      part: 'domains',
      act: async (own, form, { actor }) => {
        const { name } = await verifyDomain(
          { ...deps, reach },
          own,
          { projectId: own.projectId, name: form.get('domain') ?? '' },
          actor,
        )
        return `${name} is verified.`
      },
    },
    {
      operation: 'removeDomain',
      path: 'domains/remove',
      part: 'domains',
      act: async ({ organizationId, projectId }, form, { actor }) => {
        const domains = await listDomains(db, organizationId)
        const domain = domains.find((each) => each.projectId === projectId && each.name === form.get('domain'))
        if (!domain) throw new Problem(404, 'This project has no such domain. Reload the page.')
        const { name } = domain
        await removeDomain(db, { organizationId }, name, actor)
        return `${name} is removed.`
      },
    },
    {
      operation: 'setCredential',
      path: 'credential',
      part: 'credential',
      act: async (own, form, { actor }) => {
        await setCredential(
          db,
          own,
          { projectId: own.projectId, credential: readCredentialForm(form) },
          actor,
          credentials,
        )
        return 'The credential is saved. Test the connection to see whether it works.'
      },
    },
    {
      operation: 'removeCredential',
      path: 'credential/remove',
      part: 'credential',
      act: async (own, _form, { actor }) => {
        await removeCredential(db, own, actor)
        return 'The credential is removed.'
      },
    },
    {
      operation: 'setProjectModel',
      path: 'model',
      part: 'model',
      act: async (own, form, { actor }) => {
        const change = { ...own, model: readModelForm(form), key: readText(form, 'modelKey') }
        await setProjectModel(deps, change, actor)
        return 'The model is saved. New agent jobs use it.'
      },
    },
    {
      operation: 'removeProjectModel',
      path: 'model/remove',
      part: 'model',
      act: async (own, _form, { actor }) => {
        await setProjectModel(deps, { ...own, model: null }, actor)
        return 'New agent jobs use this installation’s model again.'
      },
    },
    {
      operation: 'setSecretRules',
      path: 'secrets',
      part: 'secrets',
      act: async (own, form, { actor }) => {
        const found = form.get('found')
        if (found !== 'warn' && found !== 'fail') throw new Problem(422, 'Choose what happens when a secret is found.')
        const exceptions = readLines(form, 'exceptions') ?? []
        const wrong = exceptions.find((line) => /\p{Cc}/u.test(line))
        if (wrong !== undefined) throw new Problem(422, 'An exception contains control characters. Remove them.')
        const rules = { found, exceptions } as const
        await setSecretRules(db, own, own.projectId, rules, actor)
        return 'The rules are saved. New exports use them.'
      },
    },
  ]

  async function saveSettings({ projectId, organizationId }: Own, form: Form, { actor }: MemberVisit): Promise<string> {
    const change = {
      ...readProjectForm(form),
      apiUrl: readText(form, 'apiUrl') ?? 'auto',
      assets: readAssetMode(form),
      authorCode: readAuthorCode(form),
    }
    const before = await showProject(db, organizationId, projectId)
    await updateProject(db, { organizationId }, projectId, change, actor, git)
    const after = await showProject(db, organizationId, projectId)
    return before.hasCredential && !after.hasCredential
      ? 'The settings are saved. The credential was for another host and is removed: set one for this host.'
      : 'The settings are saved.'
  }
}
