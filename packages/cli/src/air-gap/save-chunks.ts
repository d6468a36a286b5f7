import { open } from 'node:fs/promises'

/** Passes the chunks on while they go to a new file: what is judged on the way is what the file holds. */
export async function* saveChunks(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  await using handle = await open(file, 'wx')
  for await (const chunk of chunks) {
    await handle.writeFile(chunk)
    yield chunk
  }
}
