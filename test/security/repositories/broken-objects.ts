import { commitBeside, file, type HostileRepository, marking } from './hostile-repository.ts'

export const brokenObjects: readonly HostileRepository[] = [
  {
    name: 'duplicate-entries',
    mustNot: 'let a second entry of a name replace a checked one',
    build: (git) => commitBeside(git, [file(git, 'a.mdx', 'first'), file(git, 'a.mdx', 'second')]),
  },
  {
    name: 'unsorted-tree',
    mustNot: 'trust the order of a tree',
    build: (git) => commitBeside(git, [file(git, 'z', ''), file(git, 'a', ''), file(git, 'z', 'again')], false),
  },
  {
    name: 'odd-modes',
    mustNot: 'give a meaning to a mode that git does not have',
    build: (git) =>
      commitBeside(git, [
        { ...file(git, 'device.mdx', 'a'), mode: '60000' },
        { ...file(git, 'setuid.mdx', 'a'), mode: '104755' },
        { ...file(git, 'pipe.mdx', 'a'), mode: '10644' },
      ]),
  },
  {
    name: 'file-as-folder',
    mustNot: 'read a file as a folder',
    build: (git) => commitBeside(git, [{ mode: '40000', name: 'a', object: git.blob('100644 b\0c') }]),
  },
  {
    name: 'missing-object',
    mustNot: 'look for an object that the host did not send',
    build: (git) => commitBeside(git, [{ mode: '100644', name: 'a.mdx', object: 'b'.repeat(40) }]),
  },
  {
    name: 'broken-commit',
    mustNot: 'read a commit without an author',
    build: (git) => git.point('refs/heads/main', git.object('commit', `tree ${git.tree([])}\n\0broken`)),
  },
  {
    name: 'corrupt-object',
    mustNot: 'accept bytes under the name of others',
    build: (git) => {
      const object = git.blob('good')
      commitBeside(git, [{ mode: '100644', name: 'a.mdx', object }])
      git.write(`objects/${object.slice(0, 2)}/${object.slice(2)}`, 'not compressed at all')
    },
  },
  {
    name: 'replaced-object',
    mustNot: 'let a replacement stand for a commit',
    build: (git) => {
      git.commit(git.tree([file(git, 'docs.json', '{"name":"replaced"}')]), 'other')
      commitBeside(git, [])
      git.point(`refs/replace/${'c'.repeat(40)}`, git.commit(git.tree([]), 'third'))
    },
  },
  {
    name: 'alternates',
    mustNot: 'look for objects where the host says',
    build: (git, { sentinel, trapUrl }) => {
      commitBeside(git, [])
      git.write('objects/info/alternates', `${sentinel}\n`)
      git.write('objects/info/http-alternates', `${trapUrl}/a/b.git/objects\n`)
    },
  },
  {
    name: 'odd-refs',
    mustNot: 'take the name of a branch for an option',
    build: (git) => {
      commitBeside(git, [])
      git.point('refs/heads/--upload-pack=touch', git.commit(git.tree([])))
      git.write('HEAD', 'ref: refs/heads/--upload-pack=touch\n')
    },
  },
  {
    name: 'head-that-climbs',
    mustNot: 'follow HEAD out of the repository',
    build: (git, { canaryFile }) => {
      commitBeside(git, [])
      git.write('HEAD', `ref: refs/heads/../../../..${canaryFile}\n`)
    },
  },
  {
    name: 'hooks-of-the-host',
    mustNot: "run the host's own hooks on this side",
    build: (git, outside) => {
      commitBeside(git, [])
      for (const hook of ['post-checkout', 'reference-transaction', 'pre-auto-gc']) {
        git.write(`hooks/${hook}`, marking(outside), 0o755)
      }
    },
  },
]
