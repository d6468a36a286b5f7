import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Values that only this host, or one with the same secret, can read or make. */
export interface Seal {
  seal(value: object, about: string): string
  /** Undefined for whatever was not sealed about the same thing. */
  open(text: string, about: string): unknown
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM; what a value is about is authenticated with it, so that a cookie of one site opens no other. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'bindery-host sign-in', 32))
  return {
    seal(value, about) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(text, about) {
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length <= ivBytes + tagBytes) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        const opened = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
        return JSON.parse(opened.toString())
      } catch {
        return undefined
      }
    },
  }
}
