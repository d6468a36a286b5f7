import type { Command } from 'commander'
import { operator } from '../core/audit/record-audit.ts'
import { expectKeys } from '../core/credentials/credential-keys.ts'
import { listOutdatedSeals } from '../core/credentials/list-outdated-seals.ts'
import { resealCredentials } from '../core/credentials/reseal-credentials.ts'
import type { Act } from './admin-deps.ts'

export function addCredentialCommands(admin: Command, act: Act): void {
  const credentials = admin.command('credentials').description('secrets that are encrypted with BINDERY_CREDENTIAL_KEY')

  credentials
    .command('list')
    .description('name what is still sealed with another key than the newest; with none left, drop the older keys')
    .action(act(({ db, credentialKeys }) => listOutdatedSeals(db, expectKeys(credentialKeys))))

  credentials
    .command('reseal')
    .description('seal everything with the newest key')
    .option('--dry-run', 'only list what would be encrypted again')
    .action(
      act(async ({ db, credentialKeys }, { dryRun }: { dryRun?: boolean }) => {
        const keys = expectKeys(credentialKeys)
        return dryRun ? listOutdatedSeals(db, keys) : resealCredentials(db, keys, operator)
      }),
    )
}
