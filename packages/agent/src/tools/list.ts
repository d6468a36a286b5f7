import { z } from 'zod'
import { limits } from '../limits.ts'
import { cleanPath } from '../tree/clean-path.ts'
import { outcome, type Tool } from './tool.ts'

const input = z.strictObject({ folder: z.string().optional() })

export const list: Tool<z.infer<typeof input>> = {
  name: 'list',
  input,
  async run({ folder = '' }, { tree }) {
    const { paths, isCut } = await tree.list(folder)
    if (paths.length === 0) return outcome('The folder is empty.')
    const names = paths.length > limits.listedNames ? foldFolders(paths, cleanPath(folder)) : paths
    const shown = names.slice(0, limits.listedNames)
    const left = names.length - shown.length
    const notes = [
      left > 0 && `[${left} more names]`,
      isCut && `[only the first ${limits.walkedFiles} files were counted]`,
    ]
    return outcome([...shown, ...notes.filter(Boolean)].join('\n'))
  },
}

/** The files of one folder, and of each folder in it how many files it holds. */
function foldFolders(paths: string[], folder: string): string[] {
  const start = folder === '' ? 0 : folder.length + 1
  const groups = Map.groupBy(paths, (path) => {
    const slash = path.indexOf('/', start)
    return slash < 0 ? path : path.slice(0, slash + 1)
  })
  return [...groups].map(([name, inside]) => (name.endsWith('/') ? `${name} (${inside.length} files)` : name))
}
