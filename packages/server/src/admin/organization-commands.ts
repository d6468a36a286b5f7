import { Argument, type Command, Option } from 'commander'
import { operator } from '../core/audit/record-audit.ts'
import { type LimitName, limitNames } from '../core/limits/limits.ts'
import { setLimit, setPlan, suspend } from '../core/organizations/change-organization.ts'
import { createOrganization } from '../core/organizations/create-organization.ts'
import { deleteOrganization } from '../core/organizations/delete-organization.ts'
import { listOrganizations } from '../core/organizations/list-organizations.ts'
import { expectPriced } from '../core/usage/model-prices.ts'
import type { Plan } from '../db/tables.ts'
import type { Act } from './admin-deps.ts'
import { parseWholeNumber } from './parse-arguments.ts'

const plans: Plan[] = ['free', 'pro', 'enterprise']

export function addOrganizationCommands(admin: Command, act: Act): void {
  const organization = admin.command('organization').description('tenants and their plans')

  organization
    .command('create')
    .description('make an organization')
    .requiredOption('--name <name>')
    .addOption(new Option('--plan <plan>').choices(plans).default('enterprise'))
    .option('--trust-domains', 'confirm that all organizations trust each other, if domains need no proof')
    .action(
      act(({ db, domains }, { name, plan, trustDomains }: { name: string; plan: Plan; trustDomains?: true }) => {
        const request = { name, plan, domainMode: domains.mode, trustsDomains: trustDomains }
        return createOrganization(db, request, operator)
      }),
    )

  organization
    .command('list')
    .description('name all organizations')
    .action(act(({ db }) => listOrganizations(db)))

  organization
    .command('set-plan')
    .description('move an organization to another plan')
    .argument('<organization>')
    .addArgument(new Argument('<plan>').choices(plans))
    .action(
      act(async ({ db }, id: string, plan: Plan) => {
        await setPlan(db, id, plan, operator)
        return { id, plan }
      }),
    )

  organization
    .command('set-limit')
    .description('give an organization a limit of its own; "default" takes it back')
    .argument('<organization>')
    .addArgument(new Argument('<limit>').choices(limitNames))
    .argument('<value>', 'a whole number, or "default"', (text) => (text === 'default' ? null : parseWholeNumber(text)))
    .action(
      act(async ({ db, models, prices }, id: string, name: LimitName, value: number | null) => {
        expectPriced({ name, value }, { models, prices })
        await setLimit(db, id, { name, value }, operator)
        return { id, limit: name, value: value ?? 'default' }
      }),
    )

  organization
    .command('suspend')
    .description('refuse all requests of an organization, and end its queued jobs')
    .argument('<organization>')
    .option('--lift', 'let it work again')
    .action(
      act(async ({ db }, id: string, { lift = false }: { lift?: boolean }) => {
        await suspend(db, id, !lift, operator)
        return { id, suspended: !lift }
      }),
    )

  organization
    .command('delete')
    .description(
      'delete an organization with its projects, keys, people and jobs; workers remove its files, see `deletion list`',
    )
    .argument('<organization>')
    .action(
      act(async ({ db }, id: string) => {
        await deleteOrganization(db, id, operator)
        return { id, deleted: true }
      }),
    )
}
