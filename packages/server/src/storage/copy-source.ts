import type { Place } from './put-bytes.ts'

/** With “+” as %2B too, which some storages read as a space. */
export function copySource({ Bucket, Key }: Place): string {
  return [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/')
}
