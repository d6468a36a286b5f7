import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { cleanPath } from './clean-path.ts'
import { listFolder } from './list-folder.ts'
import { type Change, Refusal, type Tree } from './tree.ts'

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants

export async function openTree(folder: string): Promise<Tree> {
  const root = await realpath(folder)
  return {
    root,
    async list(below = '') {
      const place = await locate(root, below)
      if (place.kind !== 'folder') throw new Refusal(`There is no folder ${below}.`)
      return listFolder(root, place.path)
    },
    async readBytes(path, maxBytes) {
      const place = await locate(root, path)
      if (place.kind === 'nothing') return undefined
      if (place.kind === 'folder') throw new Refusal(`${place.path || 'That'} is a folder, not a file.`)
      return readRegularFile(place.absolute, place.path, maxBytes)
    },
    async write(path, content) {
      const place = await locate(root, path)
      if (place.kind === 'folder') throw new Refusal(`${place.path || 'That'} is a folder, not a file.`)
      await mkdir(dirname(place.absolute), { recursive: true })
      await using file = await open(place.absolute, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o644)
      await file.writeFile(content)
    },
    async remove(path) {
      const place = await locate(root, path)
      if (place.kind === 'folder') throw new Refusal(`${place.path || 'That'} is a folder: delete its files.`)
      if (place.kind === 'file') await unlink(place.absolute)
    },
  }
}

/** Brings a fresh checkout to where an earlier one stood. */
export async function applyChanges(tree: Tree, changes: Change[]): Promise<void> {
  for (const { path, content } of changes) {
    if (content === null) await tree.remove(path)
    else await tree.write(path, content)
  }
}

interface Place {
  kind: 'file' | 'folder' | 'nothing'
  path: string
  absolute: string
}

/** Follows a path part by part and no symbolic link, so that where it leads is inside by its real path too. */
async function locate(root: string, given: string): Promise<Place> {
  const path = cleanPath(given)
  let absolute = root
  let kind: Place['kind'] = 'folder'
  for (const part of path.split('/').filter(Boolean)) {
    if (kind === 'file') throw new Refusal(`${path} leads through a file.`)
    absolute = join(absolute, part)
    if (kind === 'folder') kind = await kindOf(absolute, path)
  }
  return { kind, path, absolute }
}

async function kindOf(absolute: string, path: string): Promise<Place['kind']> {
  const stats = await lstat(absolute).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!stats) return 'nothing'
  if (stats.isDirectory()) return 'folder'
  if (stats.isFile()) return 'file'
  throw new Refusal(`${path} is or leads through a symbolic link or a special file, and these are left alone.`)
}

async function readRegularFile(absolute: string, path: string, maxBytes: number): Promise<Buffer> {
  await using file = await open(absolute, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  const { size } = await file.stat()
  if (size > maxBytes) throw new Refusal(`${path} has ${size} bytes; the most that can be opened is ${maxBytes}.`)
  return file.readFile()
}
