import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { UsageError } from '../errors.ts'
import { isIgnored } from './is-ignored.ts'

// Editors write a file twice, or beside it and then rename; both halves come within a millisecond or two.
const quietMs = 10

/** Tells of changed paths, with forward slashes, once they have been left alone for a moment. */
export function watchFolder(root: string, onChange: (paths: string[]) => void): Disposable {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const note = (path: string) => {
    if (isIgnored(root, path)) return
    changed.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const paths = [...changed].sort()
      changed.clear()
      onChange(paths)
    }, quietMs)
  }
  const watching = process.platform === 'linux' ? watchEachFolder(root, note) : watchWhole(root, note)
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      watching[Symbol.dispose]()
    },
  }
}

function watchWhole(root: string, note: (path: string) => void): Disposable {
  const watcher = watch(root, { recursive: true }, (_, name) => {
    if (name !== null) note(name.split(sep).join('/'))
  })
  return { [Symbol.dispose]: () => watcher.close() }
}

/**
 * Linux has no recursive watching: Node imitates it with a watch for every file, 5,400 of them in a folder of 4,800
 * pages, and loses a file when an editor renames another over it. A watch for every folder, 600 of them, sees all.
 */
function watchEachFolder(root: string, note: (path: string) => void): Disposable {
  const watchers = new Map<string, FSWatcher>()
  add('')
  return {
    [Symbol.dispose]() {
      for (const watcher of watchers.values()) watcher.close()
    },
  }

  function add(folder: string): void {
    if (folder !== '' && isIgnored(root, `${folder}/`)) return
    try {
      const watcher = watch(join(root, folder), (event, name) => hear(folder, event, name))
      watchers.set(folder, watcher)
      watcher.on('error', () => remove(folder))
      const entries = readdirSync(join(root, folder), { withFileTypes: true })
      for (const entry of entries) if (entry.isDirectory()) add(join(folder, entry.name))
    } catch (error) {
      remove(folder)
      // It may be gone again before it could be watched.
      if (!isAbsence(error)) throw explainLimit(error)
    }
  }

  function remove(folder: string): void {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue
      watcher.close()
      watchers.delete(path)
    }
  }

  function hear(folder: string, event: string, name: string | null): void {
    if (name === null) return
    const path = join(folder, name)
    note(path)
    if (event !== 'rename') return
    // A folder that came, went, or was replaced by another one of the same name.
    remove(path)
    if (statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) add(path)
  }
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function explainLimit(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EMFILE'))) return error
  return new UsageError(
    'The system watches no more folders. Raise fs.inotify.max_user_watches, or close other watchers.',
  )
}
