import { type Command, Option } from 'commander'
import { operatorScope } from '../core/access/scope.ts'
import { operator } from '../core/audit/record-audit.ts'
import { createKey } from '../core/keys/create-key.ts'
import { listKeys } from '../core/keys/list-keys.ts'
import { revokeKey } from '../core/keys/revoke-key.ts'
import { rotateKey } from '../core/keys/rotate-key.ts'
import type { Act } from './admin-deps.ts'
import { collect, type ExpiryOption, parseExpiry, parseSeconds, toDays } from './parse-arguments.ts'

interface CreateOptions {
  organization: string
  name: string
  scope: 'read' | 'write'
  project?: string[]
  address?: string[]
  expires: ExpiryOption
}

const expires = () => new Option('--expires <days>', '7, 30, 60, 90 or never').argParser(parseExpiry).default(90)

export function addKeyCommands(admin: Command, act: Act): void {
  const key = admin.command('key').description('API keys; a key is printed once, when it is made')

  key
    .command('create')
    .description('make a key and print it')
    .requiredOption('--organization <id>')
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--scope <scope>', 'write includes read').choices(['read', 'write']).default('write'))
    .option('--project <id>', 'only this project; may be given again', collect)
    .option('--address <network>', 'only from this address or network; may be given again', collect)
    .addOption(expires())
    .action(
      act(({ db, limits }, options: CreateOptions) => {
        const request = {
          organizationId: options.organization,
          name: options.name,
          scopes: [options.scope],
          projectIds: options.project ?? null,
          addresses: options.address ?? null,
          expiresInDays: toDays(options.expires),
        }
        return createKey(db, request, operator, limits)
      }),
    )

  key
    .command('list')
    .description("name an organization's keys")
    .requiredOption('--organization <id>')
    .action(act(({ db }, { organization }: { organization: string }) => listKeys(db, organization)))

  key
    .command('rotate')
    .description('make a successor with the same rights and print it')
    .argument('<key>', "the key's id")
    .addOption(
      new Option('--overlap <time>', 'how long both work, such as 0s or 24h')
        .argParser(parseSeconds)
        .default(86_400, '24h'),
    )
    .addOption(expires())
    .action(
      act(({ db, limits }, keyId: string, { overlap, expires: days }: { overlap: number; expires: ExpiryOption }) =>
        rotateKey(db, operatorScope, { keyId, overlapSeconds: overlap, expiresInDays: toDays(days) }, operator, limits),
      ),
    )

  key
    .command('revoke')
    .description('refuse a key from its next request on')
    .argument('<key>', "the key's id")
    .action(
      act(async ({ db }, id: string) => {
        await revokeKey(db, operatorScope, id, operator)
        return { id, revoked: true }
      }),
    )
}
