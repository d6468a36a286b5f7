import { forgeManifest } from './forge-manifest.ts'
import { mutateBytes, mutateLength } from './mutate-bytes.ts'
import { mutateContent, mutateHeader, mutateOrder } from './mutate-entries.ts'
import { mutateFrames } from './mutate-frames.ts'
import { type Chances, renderChances } from './render-chances.ts'
import type { Specimen } from './specimen.ts'

type Mutation = (specimen: Specimen, chances: Chances) => Buffer | Promise<Buffer>

const mutations: Record<string, Mutation> = {
  bytes: ({ bytes }, chances) => mutateBytes(bytes, chances),
  length: ({ bytes }, chances) => mutateLength(bytes, chances),
  frames: mutateFrames,
  header: mutateHeader,
  content: mutateContent,
  order: mutateOrder,
  manifest: forgeManifest,
}

export interface Mutant {
  mutation: string
  bytes: Buffer
}

/** The mutant of this number: always the same one. One in eight is mutated a second time, byte by byte. */
export async function mutateArchive(specimens: readonly Specimen[], number: number): Promise<Mutant> {
  const chances = renderChances(`mutant ${number}`)
  const specimen = chances.pick(specimens)
  const mutation = chances.pick(Object.keys(mutations))
  const bytes = (await mutations[mutation]?.(specimen, chances)) ?? specimen.bytes
  return { mutation, bytes: chances.below(8) === 0 ? mutateBytes(bytes, chances) : bytes }
}
