import { listDisguises } from './list-disguises.ts'

const HEAD_BYTES = 4

interface Needle {
  name: string
  bytes: Buffer
}

/**
 * Looks for all secrets at once: a search for each of some thousand forms would read every byte as often. The first four
 * bytes lead to the few forms that begin with them.
 */
export function createFinder(secrets: ReadonlyMap<string, string>): (place: Buffer) => Set<string> {
  const byHead = new Map<number, Needle[]>()
  for (const [name, secret] of secrets) {
    if (secret.length < 8) throw new Error(`The ${name} is too short to be told from other text.`)
    for (const form of listDisguises(secret)) {
      const bytes = Buffer.from(form)
      const head = bytes.readUInt32BE(0)
      byHead.set(head, [...(byHead.get(head) ?? []), { name, bytes }])
    }
  }
  return (place) => {
    const found = new Set<string>()
    for (
      let end = HEAD_BYTES, head = place.length < HEAD_BYTES ? 0 : place.readUInt32BE(0);
      end <= place.length;
      end++
    ) {
      for (const { name, bytes } of byHead.get(head) ?? []) {
        const start = end - HEAD_BYTES
        if (bytes.equals(place.subarray(start, start + bytes.length))) found.add(name)
      }
      head = ((head << 8) | (place[end] ?? 0)) >>> 0
    }
    return found
  }
}
