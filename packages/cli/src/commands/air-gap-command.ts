import { Command } from 'commander'
import type { ParcelFlags } from '../air-gap/check.ts'
import type { GatherFlags } from '../air-gap/gather.ts'
import { domainOption, publicKeyOption } from './bundle-commands.ts'
import { repeated } from './repeated.ts'

/** `bindery air-gap`: what a room without a way out needs, in one folder that can be checked on the other side. */
export function airGapCommand(): Command {
  return new Command('air-gap')
    .description('Carry a site, and all that serves it, into a room without a network.')
    .addCommand(gatherCommand())
    .addCommand(checkCommand())
}

export function gatherCommand(): Command {
  return new Command('gather')
    .description('Put all that must cross the gap into one folder, with the sums to check it by.')
    .requiredOption('--output <folder>', 'where the parcel goes; must not exist')
    .option('--bundle <file-or-url>', 'the bundle; it is verified on its way')
    .option('--delta <file-or-url>', 'what leads from the bundle that the room has to the next one')
    .option('--since <bundle-or-folder>', 'the bundle that the room has: the delta is tried on it')
    .addOption(publicKeyOption())
    .addOption(domainOption())
    .option('--chart <folder-or-tgz>', 'the Helm chart')
    .option('--images <file>', 'the container images, one on a line, as in registry.example.com/bindery:1.4')
    .addOption(repeated('--image-digest <name=sha256:digest>', 'the digest of an image that the list names by its tag'))
    .addOption(repeated('--image-archive <file>', 'an image, as skopeo or docker saved it'))
    .addOption(repeated('--file <file>', 'anything else that the room needs'))
    .action(async (flags: GatherFlags) => (await import('../air-gap/gather.ts')).gather(flags))
}

function checkCommand(): Command {
  return new Command('check')
    .description('Check on the other side that a parcel is whole, and what its bundle is.')
    .argument('<folder>', 'the parcel, on a disk of this side')
    .addOption(publicKeyOption())
    .addOption(domainOption())
    .option(
      '--sha256 <digest>',
      'the digest of the sums that gather printed, received through another channel than the parcel',
    )
    .option('--site <bundle-or-folder>', 'what is served now: a delta in the parcel must fit it')
    .action(async (folder: string, flags: ParcelFlags) =>
      (await import('../air-gap/check.ts')).checkParcelFolder(folder, flags),
    )
}
