import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'

export interface TreeEntry {
  /** As git writes it: 100644 file, 100755 program, 120000 link, 40000 folder, 160000 submodule. */
  mode: string
  name: string | Buffer
  object: string
}

/**
 * A bare repository written object by object and without git, so that it can hold what git would refuse to make. The
 * same calls give the same object names.
 */
export class GitRepository {
  readonly path: string

  constructor(path: string) {
    this.path = path
    this.write('HEAD', 'ref: refs/heads/main\n')
    this.write('config', '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
    mkdirSync(join(path, 'refs', 'heads'), { recursive: true })
    mkdirSync(join(path, 'objects'), { recursive: true })
  }

  /** A file of the repository itself, beside its objects. */
  write(path: string, text: string, mode = 0o644): void {
    const target = join(this.path, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text, { mode })
  }

  object(type: 'blob' | 'tree' | 'commit' | 'tag', body: string | Buffer): string {
    const bytes = Buffer.from(body)
    const stored = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
    const name = createHash('sha1').update(stored).digest('hex')
    const target = join(this.path, 'objects', name.slice(0, 2), name.slice(2))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, deflateSync(stored))
    return name
  }

  blob(body: string | Buffer): string {
    return this.object('blob', body)
  }

  /** Entries stand in the order that git wants unless `sorted` is false. */
  tree(entries: readonly TreeEntry[], sorted = true): string {
    const lines = entries.map((entry) => ({ key: sortKey(entry), bytes: entryBytes(entry) }))
    if (sorted) lines.sort((a, b) => Buffer.compare(a.key, b.key))
    return this.object('tree', Buffer.concat(lines.map(({ bytes }) => bytes)))
  }

  /** A tree of files, folders made from the slashes in their paths. */
  files(files: Readonly<Record<string, string | Buffer>>): TreeEntry[] {
    const folders = new Map<string, Record<string, string | Buffer>>()
    const entries: TreeEntry[] = []
    for (const [path, body] of Object.entries(files)) {
      const slash = path.indexOf('/')
      if (slash === -1) entries.push({ mode: '100644', name: path, object: this.blob(body) })
      else {
        const folder = path.slice(0, slash)
        folders.set(folder, { ...folders.get(folder), [path.slice(slash + 1)]: body })
      }
    }
    for (const [name, inside] of folders) entries.push({ mode: '40000', name, object: this.tree(this.files(inside)) })
    return entries
  }

  /** Commits a tree and points the branch at it. */
  commit(tree: string, branch = 'main', seconds = 1_700_000_000): string {
    const person = `Test <test@example.com> ${seconds} +0000`
    const name = this.object('commit', `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nA commit\n`)
    this.point(`refs/heads/${branch}`, name)
    return name
  }

  point(ref: string, object: string): void {
    this.write(ref, `${object}\n`)
  }
}

function entryBytes({ mode, name, object }: TreeEntry): Buffer {
  return Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(object, 'hex')])
}

/** git compares a folder's name as if a slash followed it. */
function sortKey({ mode, name }: TreeEntry): Buffer {
  return mode === '40000' ? Buffer.concat([Buffer.from(name), Buffer.from('/')]) : Buffer.from(name)
}
