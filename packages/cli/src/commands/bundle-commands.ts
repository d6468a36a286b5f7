import { Command, Option } from 'commander'
import type { ExpectationFlags } from '../bundle/read-expectations.ts'
import type { VerifyFlags } from '../bundle/verify.ts'
import { repeated } from './repeated.ts'

/** Commands for a bundle that was downloaded. */
export function bundleCommands(): Command[] {
  return [verifyCommand(), applyCommand()]
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('Check every byte of a bundle against its manifest, and its signature.')
    .argument('<bundle>', 'a .tar.gz, or the folder that it was extracted to')
    .addOption(publicKeyOption())
    .addOption(domainOption())
    .addOption(digestOption())
    .option('--sealed', 'fail if a page makes a browser ask another host without a click')
    .action(async (bundle: string, flags: VerifyFlags) => (await import('../bundle/verify.ts')).verify(bundle, flags))
}

function applyCommand(): Command {
  return new Command('apply')
    .description('Update an extracted bundle to the next one with a delta.')
    .argument('<folder>', 'where a bundle was extracted to')
    .argument('<delta>', 'the .tar.gz that leads from that bundle to the next')
    .addOption(publicKeyOption())
    .addOption(domainOption())
    .addOption(digestOption())
    .action(async (folder: string, delta: string, flags: ExpectationFlags) =>
      (await import('../bundle/apply.ts')).apply(folder, delta, flags),
    )
}

export function publicKeyOption() {
  return repeated('--public-key <file>', 'require a signature by a key in this PEM file')
}

export function domainOption(): Option {
  return new Option('--domain <name>', 'require a site of this domain; required with --public-key')
}

function digestOption(): Option {
  return new Option('--sha256 <digest>', 'require an archive with this SHA-256')
}
