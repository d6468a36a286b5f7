/** Deflate, no flags (so no name), time 0, no hint of the level, system 255 (unknown). */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
export const GZIP_TRAILER_BYTES = 8

export function gzipTrailer(crc: number, size: number): Buffer {
  const trailer = Buffer.alloc(GZIP_TRAILER_BYTES)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(size % 2 ** 32, 4)
  return trailer
}
