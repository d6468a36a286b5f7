/** What is known of a file without reading it. */
export interface FileFacts {
  path: string
  size: number
  sha256: string
  type: string
}

export interface ServedFile extends FileFacts {
  /** Its name holds a digest of its content: it can be cached for ever, and asked for after a newer site has come. */
  isHashed: boolean
  isEncodable: boolean
}

/** As the exporter names them: `_bindery/site-0a1b2c3d4e5f.css`, `_bindery/assets/logo-0a1b2c3d4e5f.svg`. */
const namedByDigest = /^_bindery\/.*-[0-9a-f]{12}\.\w+$/

// Below this a packet is a packet, and the header that names the encoding eats what is won.
const fewestBytes = 256

/** Pictures, films and web fonts are compressed already. */
const compressible =
  /^(?:text\/|font\/[ot]tf|image\/(?:svg\+xml|x-icon)|application\/(?:.+\+)?(?:json|xml|yaml|toml|wasm|vnd\.ms-fontobject))/

export function describeFile({ path, size, sha256, type }: FileFacts): ServedFile {
  return { path, size, sha256, type, isHashed: namedByDigest.test(path), isEncodable: encodable(type, size) }
}

function encodable(type: string, size: number): boolean {
  return size >= fewestBytes && compressible.test(type)
}
