import type { ServerResponse } from 'node:http'

/** A line of git's protocol. */
export function line(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

export const flush = Buffer.from('0000')

/** Bytes on one of the three bands: 1 is the pack, 2 words about its progress. */
export function* band(number: 1 | 2, bytes: Buffer): Generator<Buffer> {
  const most = 65_515
  for (let at = 0; at < bytes.length; at += most) {
    yield line(Buffer.concat([Buffer.from([number]), bytes.subarray(at, at + most)]))
  }
}

export function begin(response: ServerResponse, type: 'advertisement' | 'result'): void {
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${type}` })
}

/** Writes as fast as it is read; false once the other side has left. */
export async function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return false
  if (!response.write(bytes)) await untilRead(response)
  return !response.destroyed
}

function untilRead(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off('drain', end).off('close', end)
      resolve()
    }
    response.on('drain', end).on('close', end)
  })
}

/** Until the other side has left. */
export async function writeForEver(response: ServerResponse, make: (count: number) => Buffer): Promise<void> {
  for (let count = 0; await write(response, make(count)); count++);
}

/** A little now and then, until the other side has left. */
export async function trickle(response: ServerResponse, bytes: Buffer): Promise<void> {
  while (!response.destroyed) {
    response.write(bytes)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
