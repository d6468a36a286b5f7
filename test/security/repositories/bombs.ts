import type { GitRepository } from './git-repository.ts'
import { commitBeside, file, folder, type HostileRepository } from './hostile-repository.ts'

/** Each level names the one below ten times: ten levels are ten thousand million paths from eleven small objects. */
function nest(git: GitRepository, leaf: string, levels: number): string {
  let tree = leaf
  for (let level = 0; level < levels; level++) {
    const below = tree
    tree = git.tree(Array.from({ length: 10 }, (_, index) => ({ mode: '40000', name: `d${index}`, object: below })))
  }
  return tree
}

function repeat(git: GitRepository, count: number, body: string | Buffer, extension: string): string {
  const object = git.blob(body)
  return git.tree(
    Array.from({ length: count }, (_, index) => ({ mode: '100644', name: `${index}.${extension}`, object })),
  )
}

export const bombs: readonly HostileRepository[] = [
  {
    name: 'tree-bomb',
    mustNot: 'unfold ten thousand million paths',
    build: (git) =>
      commitBeside(git, [{ mode: '40000', name: 'd', object: nest(git, git.tree([file(git, 'a.mdx', '# A')]), 10) }]),
  },
  {
    name: 'tree-bomb-without-files',
    mustNot: 'walk ten thousand million folders that hold nothing',
    build: (git) => commitBeside(git, [{ mode: '40000', name: 'd', object: nest(git, git.tree([]), 10) }]),
  },
  {
    name: 'one-blob-under-many-names',
    mustNot: 'read twenty gigabytes from a pack of a few kilobytes',
    build: (git) =>
      commitBeside(git, [{ mode: '40000', name: 'd', object: repeat(git, 20_000, Buffer.alloc(1024 ** 2), 'png') }]),
  },
  {
    name: 'more-entries-than-allowed',
    mustNot: 'hold a listing without end',
    build: (git) => commitBeside(git, [{ mode: '40000', name: 'd', object: repeat(git, 350_000, '# A', 'mdx') }]),
  },
  {
    name: 'huge-file',
    mustNot: 'read a file past the limit into memory',
    build: (git) => commitBeside(git, [file(git, 'zeros.png', Buffer.alloc(64 * 1024 ** 2))]),
  },
  {
    name: 'deep-folders',
    mustNot: 'break on three thousand folders in each other',
    build: (git) => {
      let entry = file(git, 'page.mdx', '# Deep')
      for (let depth = 0; depth < 3_000; depth++) entry = folder(git, 'd', [entry])
      commitBeside(git, [entry])
    },
  },
  {
    name: 'endless-name',
    mustNot: 'break on a name of half a megabyte',
    build: (git) =>
      commitBeside(git, [file(git, `${'n'.repeat(500_000)}.mdx`, '# Long'), file(git, `${'m'.repeat(300)}.mdx`, '')]),
  },
]
