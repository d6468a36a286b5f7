import type { ListedFile } from '../../../../git/files/list-files.ts'
import type { SourceList, SourcePack } from './source-list.ts'

export interface Place {
  pack: number
  offset: number
  length: number
}

export interface ChosenPacks {
  /** Of the earlier list, those that are used again. */
  packs: SourcePack[]
  /** Where in them content lies, by its id. */
  places: Map<string, Place>
  /** Files with content that has to be stored, each content once. */
  fresh: ListedFile[]
}

// Each change leaves a pack of some kilobytes: past so many of them their content goes into the next one.
const smallBytes = 4 * 1024 ** 2
const mostSmall = 16

/** Says what a list of these files takes over from an earlier one. A pack of which most is of no use any more is left. */
export function choosePacks(files: readonly ListedFile[], earlier: SourceList | undefined): ChosenPacks {
  const known = new Map(earlier?.files.map(([, object, , pack, offset, length]) => [object, { pack, offset, length }]))
  const objects = new Set(files.map(({ object }) => object))
  const used = findUsed(
    earlier?.packs ?? [],
    [...objects].flatMap((object) => known.get(object) ?? []),
  )
  const packs = [...used].sort((a, b) => a - b)
  const moved = new Map(packs.map((pack, at) => [pack, at]))
  const chosen: ChosenPacks = { packs: packs.flatMap((at) => earlier?.packs[at] ?? []), places: new Map(), fresh: [] }
  for (const file of files) {
    if (!objects.delete(file.object)) continue
    const place = known.get(file.object)
    const pack = place && moved.get(place.pack)
    if (pack === undefined) chosen.fresh.push(file)
    else chosen.places.set(file.object, { ...place, pack } as Place)
  }
  return chosen
}

function findUsed(packs: readonly SourcePack[], places: readonly Place[]): Set<number> {
  const live = packs.map(() => 0)
  for (const { pack, length } of places) live[pack] = (live[pack] ?? 0) + length
  const used = packs.flatMap(({ bytes }, at) => ((live[at] ?? 0) * 2 >= Math.max(1, bytes) ? [at] : []))
  const isSmall = (at: number) => (packs[at]?.bytes ?? 0) < smallBytes
  const isScattered = used.filter(isSmall).length > mostSmall
  return new Set(isScattered ? used.filter((at) => !isSmall(at)) : used)
}
