import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** By digests: what a picture of the docs shows, and the file that was made of it. */
export interface PictureRecord {
  shown: string
  file: string
}

export const imageFolder = resolve(import.meta.dirname, '../../../docs/images')
export const pictureList = resolve(import.meta.dirname, 'pictures.json')

/** By their names below the folder, without the ending. */
export function readPictures(): Record<string, PictureRecord> {
  return existsSync(pictureList) ? (JSON.parse(readFileSync(pictureList, 'utf8')) as Record<string, PictureRecord>) : {}
}
