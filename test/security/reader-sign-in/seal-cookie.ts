import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A cookie of the host, made by somebody who has its secret: to make one that has expired, and to see that others hold. */
export function sealCookie(secret: string, value: object, about: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'bindery-host sign-in', 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}
