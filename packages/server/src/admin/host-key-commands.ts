import { type Command, Option } from 'commander'
import { operator } from '../core/audit/record-audit.ts'
import { createHostKey } from '../core/hosting/create-host-key.ts'
import { listHostKeys } from '../core/hosting/list-host-keys.ts'
import { revokeHostKey } from '../core/hosting/revoke-host-key.ts'
import type { Act } from './admin-deps.ts'
import { type ExpiryOption, parseExpiry, toDays } from './parse-arguments.ts'

export function addHostKeyCommands(admin: Command, act: Act): void {
  const hostKey = admin
    .command('host-key')
    .description('keys of hosts that serve every domain; they list domains and get bundles, and nothing else')

  hostKey
    .command('create')
    .description('make a key and print it, this once')
    .requiredOption('--name <name>', 'which host it is for')
    .addOption(new Option('--expires <days>', '7, 30, 60, 90 or never').argParser(parseExpiry).default('never'))
    .action(
      act(({ db }, { name, expires }: { name: string; expires: ExpiryOption }) =>
        createHostKey(db, { name, expiresInDays: toDays(expires) }, operator),
      ),
    )

  hostKey
    .command('list')
    .description('name the keys of hosts')
    .action(act(({ db }) => listHostKeys(db)))

  hostKey
    .command('revoke')
    .description('refuse a key from its next request on; the host serves what it has')
    .argument('<key>', "the key's id")
    .action(
      act(async ({ db }, id: string) => {
        await revokeHostKey(db, id, operator)
        return { id, revoked: true }
      }),
    )
}
