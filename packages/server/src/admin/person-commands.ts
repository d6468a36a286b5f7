import { type Command, Option } from 'commander'
import { operator } from '../core/audit/record-audit.ts'
import { OperatorError } from '../core/operator-error.ts'
import { removePerson, resetPerson, setOperator } from '../core/people/change-person.ts'
import { createPerson } from '../core/people/create-person.ts'
import type { OfferedLink } from '../core/people/invitations/invite.ts'
import { listPeople } from '../core/people/list-people.ts'
import type { Role } from '../db/tables.ts'
import type { Act } from './admin-deps.ts'

interface CreateOptions {
  email: string
  name: string
  operator?: boolean
  organization?: string
  role?: Role
}

export function addPersonCommands(admin: Command, act: Act): void {
  const user = admin.command('user').description('people who sign in to the dashboard')

  user
    .command('list')
    .description('name everybody')
    .action(act(({ db }) => listPeople(db)))

  user
    .command('create')
    .description('make a person, and print a link by which they choose a password')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .option('--operator', 'lets them see every organization')
    .option('--organization <id>', 'where they belong')
    .addOption(new Option('--role <role>', 'what they may do there').choices(['viewer', 'writer', 'admin']))
    .action(
      act(async ({ db }, options: CreateOptions) => {
        const { email, name, operator: isOperator = false } = options
        const membership = readMembership(options)
        const made = await createPerson(db, { email, name, isOperator, ...(membership && { membership }) }, operator)
        return { id: made.id, ...describeLink(made) }
      }),
    )

  user
    .command('reset')
    .description('end the sessions and the password of a person, and print a link by which they choose another')
    .argument('<email>')
    .option('--second-factor', 'take the codes away too, for somebody who has lost their phone')
    .action(
      act(async ({ db }, email: string, { secondFactor = false }: { secondFactor?: boolean }) =>
        describeLink(await resetPerson(db, email, { withoutSecondFactor: secondFactor }, operator)),
      ),
    )

  user
    .command('operator')
    .description('let a person see every organization')
    .argument('<email>')
    .option('--off', 'take it back')
    .action(
      act(async ({ db }, email: string, { off = false }: { off?: boolean }) => {
        await setOperator(db, email, !off, operator)
        return { email, isOperator: !off }
      }),
    )

  user
    .command('remove')
    .description('remove a person with their memberships and sessions; the keys that they created stay')
    .argument('<email>')
    .action(
      act(async ({ db }, email: string) => {
        await removePerson(db, email, operator)
        return { email, removed: true }
      }),
    )
}

function readMembership({ organization, role }: CreateOptions) {
  if (organization !== undefined && role !== undefined) return { organizationId: organization, role }
  if (organization === undefined && role === undefined) return undefined
  throw new OperatorError('--organization and --role belong together. Give both, or neither.')
}

/** The path alone: only the reader knows how people reach the installation. */
function describeLink({ email, token, expiresAt }: OfferedLink) {
  return { email, link: `/reset/${token}`, expiresAt }
}
