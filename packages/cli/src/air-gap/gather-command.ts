import { Command, Option } from 'commander'
import { UsageError } from '../explain-error.ts'
import { publicKeyOption, readPublicKeys } from '../read-public-keys.ts'
import { gatherParcel } from './gather-parcel.ts'
import { readImages } from './read-images.ts'

interface GatherFlags {
  output: string
  bundle?: string
  delta?: string
  since?: string
  publicKey?: string[]
  chart?: string
  images?: string
  imageDigest?: string[]
  imageArchive?: string[]
  file?: string[]
}

/** `bindery air-gap gather --output FOLDER …` */
export function gatherCommand(): Command {
  return new Command('gather')
    .description('Put all that must cross the gap into one folder, with the sums to check it by.')
    .requiredOption('--output <folder>', 'where the parcel goes; must not exist')
    .option('--bundle <file-or-url>', 'the bundle; it is verified on its way')
    .option('--delta <file-or-url>', 'what leads from the bundle that the room has to the next one')
    .option('--since <bundle-or-folder>', 'the bundle that the room has: the delta is tried on it')
    .addOption(publicKeyOption())
    .option('--chart <folder-or-tgz>', 'the Helm chart')
    .option('--images <file>', 'the container images, one on a line, as in registry.example.com/bindery:1.4')
    .addOption(repeated('--image-digest <name=sha256:digest>', 'the digest of an image that the list names by its tag'))
    .addOption(repeated('--image-archive <file>', 'an image, as skopeo or docker saved it'))
    .addOption(repeated('--file <file>', 'anything else that the room needs'))
    .action(gather)
}

async function gather(flags: GatherFlags): Promise<void> {
  const { output, bundle, delta, since, chart, images, imageDigest = [], imageArchive = [], file = [] } = flags
  if (bundle === undefined && delta === undefined && chart === undefined && images === undefined) {
    throw new UsageError('There is nothing to gather. Name a --bundle, a --delta, a --chart or --images.')
  }
  if ((delta === undefined) !== (since === undefined)) {
    throw new UsageError(
      '--delta and --since belong together: a delta can only be judged by the bundle it leads on from.',
    )
  }
  const parcel = await gatherParcel(output, {
    bundle,
    delta: delta === undefined || since === undefined ? undefined : { source: delta, since },
    publicKeys: await readPublicKeys(flags.publicKey ?? []),
    chart,
    images: images === undefined ? [] : await readImages(images, imageDigest),
    imageArchives: imageArchive,
    files: file,
  })
  for (const line of parcel.contents) process.stdout.write(`${line}\n`)
  process.stdout.write(
    `${output} holds ${parcel.files} files. Tell the other side, by another way than the parcel takes, the SHA-256 of its sums: ${parcel.sha256}\n`,
  )
}

function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be given again`).argParser((value: string, earlier: string[] = []) => [
    ...earlier,
    value,
  ])
}
