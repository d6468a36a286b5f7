/** Bytes to stream somewhere, and what there is to say of them once the last one has been taken. */
export interface Written<T> {
  bytes: AsyncIterable<Uint8Array>
  result(): T
}

/** Gives the return value of a generator to those who read it through a stream, where it would be lost. */
export function written<T>(source: AsyncGenerator<Uint8Array, T>): Written<T> {
  let outcome: { value: T } | undefined
  async function* bytes() {
    outcome = { value: yield* source }
  }
  return {
    bytes: bytes(),
    result() {
      if (!outcome) throw new Error('The result is known only when all bytes have been read: read them first.')
      return outcome.value
    },
  }
}
