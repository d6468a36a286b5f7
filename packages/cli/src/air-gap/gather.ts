import { type ExpectationFlags, readExpectations } from '../bundle/read-expectations.ts'
import { UsageError } from '../errors.ts'
import { gatherParcel } from './gather-parcel.ts'
import { readImages } from './read-images.ts'

export interface GatherFlags extends Omit<ExpectationFlags, 'sha256'> {
  output: string
  bundle?: string
  delta?: string
  since?: string
  chart?: string
  images?: string
  imageDigest?: string[]
  imageArchive?: string[]
  file?: string[]
}

/** `bindery air-gap gather --output FOLDER …` */
export async function gather(flags: GatherFlags): Promise<void> {
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
    expected: await readExpectations(flags),
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
