import { readFile } from 'node:fs/promises'
import { UnreadableError, UsageError } from '../errors.ts'

const reference = /^[a-z0-9][\w.:/-]*(?:@sha256:[0-9a-f]{64})?$/
const givenDigest = /^(?<name>[^=]+)=(?<digest>sha256:[0-9a-f]{64})$/

/** The images of a list, each with its digest: what a tag names may be another image by the time it is fetched. */
export async function readImages(file: string, given: readonly string[]): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new UnreadableError(`${file} cannot be read (${cause.code}). Name a file with one image on a line.`, {
      cause,
    })
  })
  const names = text.split('\n').map((line) => line.trim())
  const images = names.filter((name) => name !== '' && !name.startsWith('#'))
  const wrong = images.find((name) => !reference.test(name))
  if (wrong !== undefined) {
    throw new UsageError(
      `${file} names ${JSON.stringify(wrong)}, which is no image. Write registry.example.com/name:tag.`,
    )
  }
  return pinImages(images, new Map(given.map(parseDigest)))
}

function pinImages(images: readonly string[], digests: ReadonlyMap<string, string>): string[] {
  const stray = [...digests.keys()].find((name) => !images.includes(name))
  if (stray !== undefined) throw new UsageError(`--image-digest ${stray}: the list of images does not name it.`)
  return images.map((image) => {
    if (image.includes('@')) return image
    const digest = digests.get(image)
    if (digest !== undefined) return `${image}@${digest}`
    const ask = `skopeo inspect --format '{{.Digest}}' docker://${image}`
    throw new UsageError(
      `${image} has no digest. Ask for it (${ask}) and give it with --image-digest ${image}=sha256:….`,
    )
  })
}

function parseDigest(flag: string): [name: string, digest: string] {
  const { name, digest } = givenDigest.exec(flag)?.groups ?? {}
  if (name !== undefined && digest !== undefined) return [name, digest]
  throw new UsageError(`--image-digest ${flag} is no digest. Write name=sha256: and 64 hexadecimal digits.`)
}
