import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { type ExpectationFlags, readExpectations } from '../bundle/read-expectations.ts'
import { UnreadableError } from '../errors.ts'
import { checkParcel } from './check-parcel.ts'

export interface ParcelFlags extends ExpectationFlags {
  site?: string
}

/** `bindery air-gap check FOLDER` */
export async function checkParcelFolder(folder: string, { sha256, site, ...flags }: ParcelFlags): Promise<void> {
  for (const file of flags.publicKey ?? []) await refuseOwnKey(folder, file)
  const sentences = await checkParcel(folder, { bundle: await readExpectations(flags), sha256, site })
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
