import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { Command } from 'commander'
import { UnreadableError } from '../explain-error.ts'
import { type KeyFlags, publicKeyOption, readPublicKeys } from '../read-public-keys.ts'
import { checkParcel } from './check-parcel.ts'

interface CheckFlags extends KeyFlags {
  sha256?: string
  site?: string
}

/** `bindery air-gap check FOLDER` */
export function checkCommand(): Command {
  return new Command('check')
    .description('Check on the other side that a parcel is whole, and what its bundle is.')
    .argument('<folder>', 'the parcel, on a disk of this side')
    .addOption(publicKeyOption())
    .option('--sha256 <digest>', 'of the sums, as gather printed it and as it was told by another way')
    .option('--site <bundle-or-folder>', 'what is served now: a delta in the parcel must fit it')
    .action(check)
}

async function check(folder: string, { publicKey = [], sha256, site }: CheckFlags): Promise<void> {
  for (const file of publicKey) await refuseOwnKey(folder, file)
  const sentences = await checkParcel(folder, { publicKeys: await readPublicKeys(publicKey), sha256, site })
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`)
}

/** A key from the parcel would vouch for the parcel that it came with. */
async function refuseOwnKey(folder: string, file: string): Promise<void> {
  const parcel = await realpath(folder).catch(() => folder)
  const key = await realpath(file).catch(() => file)
  if (!key.startsWith(`${parcel}${sep}`)) return
  const why = 'whoever could change the bundle could change it too'
  throw new UnreadableError(`${file} lies in the parcel: ${why}. Name the key that came by another way.`)
}
