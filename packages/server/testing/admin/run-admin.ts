import { Command } from 'commander'
import { addAdminCommands } from '../../src/admin/add-admin-commands.ts'
import type { CredentialKeys } from '../../src/core/credentials/credential-keys.ts'
import type { DomainSettings } from '../../src/core/domains/domain-settings.ts'
import { defaultLimits } from '../../src/core/limits/limits.ts'
import { noPrices } from '../../src/core/usage/model-prices.ts'
import type { TestDatabase } from '../db/create-test-database.ts'

export interface AdminRun {
  db: TestDatabase['db']
  credentialKeys?: CredentialKeys | undefined
  domainMode?: DomainSettings['mode']
  input?: string
}

/** Runs one command of the operator as the shell would, and gives what it printed. */
export async function runAdmin(
  words: readonly string[],
  { db, credentialKeys, domainMode = 'trusted', input = '' }: AdminRun,
): Promise<string> {
  const printed: string[] = []
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  const open = async () => ({
    db,
    limits: defaultLimits,
    models: [],
    prices: noPrices,
    gitPolicy: { allowedHosts: [] },
    domains: { mode: domainMode, dnsServers: [] },
    reach: { policy: { allowedHosts: [] } },
    credentialKeys,
    readInput: async () => input,
    async [Symbol.asyncDispose]() {},
  })
  addAdminCommands(program, open, (text) => void printed.push(text))
  await program.parseAsync(['admin', ...words], { from: 'user' })
  return printed.join('\n')
}
