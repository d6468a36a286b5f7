import { assetMode, authorCodeMode } from '@bindery/contract'
import { type Command, Option } from 'commander'
import { operatorScope } from '../core/access/scope.ts'
import { operator } from '../core/audit/record-audit.ts'
import { setCredential } from '../core/credentials/set-credential.ts'
import type { StoredCredential } from '../core/credentials/stored-credential.ts'
import { createProject } from '../core/projects/create-project.ts'
import { deleteProject } from '../core/projects/delete-project.ts'
import { listProjects } from '../core/projects/list-projects.ts'
import { gitHostNames } from '../core/projects/parse-git-host.ts'
import { setSecretRules } from '../core/projects/set-secret-rules.ts'
import { type ProjectChange, updateProject } from '../core/projects/update-project.ts'
import type { SecretRules } from '../core/secrets/secret-rules.ts'
import type { Act } from './admin-deps.ts'
import { collect } from './parse-arguments.ts'

interface CreateOptions {
  organization: string
  name: string
  repository: string
  branch: string
  docsPath: string
  gitHost?: string
  apiUrl?: string
}

export function addProjectCommands(admin: Command, act: Act): void {
  const project = admin.command('project').description('documentation repositories')

  project
    .command('create')
    .description('make a project for a repository')
    .requiredOption('--organization <id>')
    .requiredOption('--name <name>')
    .requiredOption('--repository <url>')
    .option('--branch <name>', 'what is exported by default', 'main')
    .option('--docs-path <folder>', 'the folder of docs.json in the repository', '')
    .addOption(gitHostOption())
    .option('--api-url <url>', apiUrlText)
    .action(
      act(({ db, gitPolicy, limits }, { organization, ...rest }: CreateOptions) =>
        createProject(db, { organizationId: organization, ...rest }, operator, gitPolicy, limits),
      ),
    )

  project
    .command('list')
    .description("name an organization's projects")
    .requiredOption('--organization <id>')
    .action(act(({ db }, { organization }: { organization: string }) => listProjects(db, organization)))

  project
    .command('update')
    .description('change a project; another git host takes its credential away')
    .argument('<project>')
    .option('--name <name>')
    .option('--repository <url>')
    .option('--branch <name>')
    .option('--docs-path <folder>')
    .addOption(new Option('--assets <mode>', 'what exports do about files of other hosts').choices(assetMode.options))
    .addOption(
      new Option('--author-code <mode>', "whether the docs folder's own code runs in readers' browsers").choices(
        authorCodeMode.options,
      ),
    )
    .addOption(
      new Option('--pages <rule>', 'pages that are not valid MDX: show what can be read, or fail the export').choices([
        'lenient',
        'strict',
      ]),
    )
    .addOption(gitHostOption())
    .option('--api-url <url>', apiUrlText)
    .action(
      act(async ({ db, gitPolicy }, id: string, change: ProjectChange) => {
        await updateProject(db, operatorScope, id, change, operator, gitPolicy)
        return { id }
      }),
    )

  project
    .command('delete')
    .description(
      'delete a project with its domains, jobs and credential; workers remove its files, see `deletion list`',
    )
    .argument('<project>')
    .action(
      act(async ({ db }, id: string) => {
        await deleteProject(db, operatorScope, id, operator)
        return { id, deleted: true }
      }),
    )

  project
    .command('secrets')
    .description(
      "say what is done about other services' secrets in the docs; live keys of this service always fail an export",
    )
    .argument('<project>')
    .addOption(
      new Option('--found <what>', 'fail an export, or warn in its report').choices(['warn', 'fail']).default('warn'),
    )
    .option('--except <page:pattern>', 'an exception; may be repeated, and * matches any', collect)
    .action(
      act(async ({ db }, id: string, { found, except = [] }: { found: SecretRules['found']; except?: string[] }) => {
        await setSecretRules(db, operatorScope, id, { found, exceptions: except }, operator)
        return { id, found, exceptions: except }
      }),
    )

  addCredentialCommands(project, act)
}

function addCredentialCommands(project: Command, act: Act): void {
  const credential = project
    .command('credential')
    .description('how the git host lets us read, and push what agents change')

  credential
    .command('set')
    .description("read a token, or a GitHub App's private key, from standard input and keep it encrypted")
    .argument('<project>')
    .option('--username <name>', 'the user that the token belongs to; most git hosts take any')
    .option('--github-app <id>', 'standard input is the private key of this App')
    .option('--installation <id>', 'where the App is installed')
    .action(
      act(async ({ db, credentialKeys, readInput }, id: string, options: CredentialOptions) => {
        const credential = readCredential(await readInput(), options)
        await setCredential(db, operatorScope, { projectId: id, credential }, operator, credentialKeys)
        return { id, hasCredential: true }
      }),
    )
}

interface CredentialOptions {
  username?: string
  githubApp?: string
  installation?: string
}

function readCredential(
  input: string,
  { username, githubApp, installation = '' }: CredentialOptions,
): StoredCredential {
  if (githubApp !== undefined) {
    return { kind: 'github-app', appId: githubApp, installationId: installation, privateKey: input }
  }
  return { secret: input.replace(/\r?\n$/, ''), ...(username !== undefined && { username }) }
}

const apiUrlText = "where the git host's API is, or auto; another host takes the credential away"

function gitHostOption(): Option {
  return new Option('--git-host <kind>', 'what opens pull requests').choices(gitHostNames)
}
