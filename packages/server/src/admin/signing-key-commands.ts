import { createPublicKey } from 'node:crypto'
import { keyIdOf } from '@bindery/bundle'
import { type Command, Option } from 'commander'
import { createSigningKey } from '../core/signing/create-signing-key.ts'
import { readSigningKey } from '../core/signing/read-signing-key.ts'
import { formatResult } from './print-result.ts'

interface Flags {
  file: string
  json?: boolean
}

/** These work on a file alone, so that the key can be made on a machine that has neither database nor storage. */
export function addSigningKeyCommands(admin: Command, print: (text: string) => void): void {
  const signingKey = admin.command('signing-key').description('the key that signs bundles')
  const file = () =>
    new Option('--file <file>', 'where the private key lies').env('BINDERY_SIGNING_KEY_FILE').makeOptionMandatory()

  signingKey
    .command('create')
    .description('make a key in a new file that only its owner can read')
    .addOption(file())
    .action(async (flags: Flags) => print(formatResult(await createSigningKey(flags.file), flags.json ?? false)))

  signingKey
    .command('show')
    .description('print the public key, for those who verify')
    .addOption(file())
    .action((flags: Flags) => {
      const key = createPublicKey(readSigningKey(flags.file))
      const publicKey = String(key.export({ type: 'spki', format: 'pem' })).trimEnd()
      print(flags.json ? formatResult({ keyId: keyIdOf(key), publicKey }, true) : publicKey)
    })
}
