/** Takes lines and counted bytes in turn from a stream, holding no more than it was asked for and one chunk. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  async readLine(): Promise<string> {
    let end = this.#held.indexOf('\n')
    while (end === -1) {
      this.#held = Buffer.concat([this.#held, await this.#next()])
      end = this.#held.indexOf('\n')
    }
    return this.#take(end + 1).toString('utf8', 0, end)
  }

  async readExactly(size: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = size; missing > 0; ) {
      if (this.#held.length === 0) this.#held = await this.#next()
      const part = this.#take(missing)
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  #take(size: number): Buffer {
    const taken = this.#held.subarray(0, size)
    this.#held = this.#held.subarray(size)
    return taken
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new Error('The stream ended before all that was promised had come')
    return value
  }
}
