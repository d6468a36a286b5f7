import { listLivingFiles, readLivingFile } from '../list-living-files.ts'

/** The regular files below a folder that hold a text. */
export function findInFiles(folder: string, text: string): string[] {
  return listLivingFiles(folder)
    .filter(({ isFile }) => isFile)
    .map(({ path }) => path)
    .filter((path) => readLivingFile(path).includes(text))
}
