import type { GitRepository } from './git-repository.ts'
import { commitBeside, file, folder, type HostileRepository } from './hostile-repository.ts'

function named(name: string, mustNot: string, names: readonly (string | Buffer)[]): HostileRepository {
  return {
    name,
    mustNot,
    build: (git) =>
      commitBeside(
        git,
        names.map((entry) => file(git, entry, `owned by ${name}`)),
      ),
  }
}

function inFolders(git: GitRepository, names: readonly string[]) {
  return names.map((name) => folder(git, name, [file(git, 'owned.mdx', 'owned')]))
}

export const names: readonly HostileRepository[] = [
  {
    name: 'folder-dot-dot',
    mustNot: 'climb out through a folder called ".."',
    build: (git) => commitBeside(git, inFolders(git, ['..'])),
  },
  {
    name: 'folder-dot',
    mustNot: 'fold a folder called "." into its parent',
    build: (git) => commitBeside(git, inFolders(git, ['.'])),
  },
  named('slash-in-name', 'take a name with slashes for a path', ['../../../../owned', 'a/../../owned']),
  named('absolute-name', 'write to an absolute path', ['/tmp/owned-by-absolute-name']),
  named('empty-name', 'accept a name of no length', ['']),
  named('backslash-in-name', 'climb where a backslash parts folders', ['..\\..\\owned.mdx', 'C:\\owned.mdx']),
  named('control-characters', 'pass terminal or line control on', [
    'a\nb.mdx',
    'a\x1b[2J.mdx',
    'a\rb.mdx',
    'a\x7f.mdx',
  ]),
  named('not-unicode', 'guess at bytes that are no text', [
    Buffer.from([0xff, 0xfe, 0x2e, 0x6d, 0x64]),
    Buffer.from([0xc0, 0xae, 0xc0, 0xae]),
  ]),
  named('names-of-other-case', 'lose or mix pages whose names differ in case only', [
    'Page.mdx',
    'page.mdx',
    'PAGE.MDX',
  ]),
  named('names-of-windows', 'give devices or streams of Windows a meaning', [
    'con',
    'nul.mdx',
    'a.mdx:stream',
    'aux.json',
    'end. ',
  ]),
  named('names-as-options', 'take a name for an option or a command', [
    '-rf',
    '--help',
    '$(touch owned).mdx',
    '`touch owned`.mdx',
    '; touch owned',
  ]),
]
