import { applyDelta } from '@bindery/bundle'
import { Command } from 'commander'
import { openArchive } from './open-archive.ts'
import { type KeyFlags, publicKeyOption, readPublicKeys } from './read-public-keys.ts'
import { describe, saySignature } from './verify-command.ts'

/** `bindery apply FOLDER DELTA`: the folder changes as a whole, or not at all. */
export function applyCommand(): Command {
  return new Command('apply')
    .description('Bring an extracted bundle to the next one with a delta.')
    .argument('<folder>', 'where a bundle was extracted to')
    .argument('<delta>', 'the .tar.gz that leads from that bundle to the next')
    .addOption(publicKeyOption())
    .action(apply)
}

async function apply(folder: string, delta: string, { publicKey = [] }: KeyFlags): Promise<void> {
  const publicKeys = await readPublicKeys(publicKey)
  const checked = await applyDelta(folder, openArchive(delta), publicKeys.length > 0 ? { publicKeys } : {})
  process.stdout.write(`${folder} is updated: ${describe(checked)}. ${saySignature(checked)}\n`)
}
