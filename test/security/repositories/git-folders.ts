import type { GitRepository, TreeEntry } from './git-repository.ts'
import {
  commitBeside,
  file,
  folder,
  type HostileRepository,
  marking,
  type Outside,
  program,
} from './hostile-repository.ts'

/** Hooks and settings that would run a command if git took this folder for its own. */
function gitFolder(git: GitRepository, outside: Outside): TreeEntry[] {
  const hooks = ['post-checkout', 'post-merge', 'reference-transaction', 'post-index-change', 'pre-auto-gc']
  const script = `${outside.sentinel}/owned`
  return [
    file(git, 'HEAD', 'ref: refs/heads/main\n'),
    file(git, 'config', `[core]\n\tbare = true\n\tfsmonitor = "touch ${script}"\n\tsshCommand = "touch ${script}"\n`),
    folder(
      git,
      'hooks',
      hooks.map((name) => program(git, name, marking(outside))),
    ),
    folder(git, 'objects', [file(git, 'keep', '')]),
    folder(git, 'refs', [file(git, 'keep', '')]),
  ]
}

function named(name: string, entry: string): HostileRepository {
  return {
    name,
    mustNot: `write or obey a folder ${JSON.stringify(entry)}`,
    build: (git, outside) => commitBeside(git, [folder(git, entry, gitFolder(git, outside))]),
  }
}

export const gitFolders: readonly HostileRepository[] = [
  named('dot-git', '.git'),
  named('dot-git-in-capitals', '.GIT'),
  named('dot-git-short-name', 'git~1'),
  named('dot-git-with-ignored-character', '.g\u200cit'),
  named('dot-git-stream', '.git::$INDEX_ALLOCATION'),
  named('dot-git-trailing-space', '.git '),
  named('dot-git-trailing-dot', '.git.'),
  {
    name: 'bare-repository-inside',
    mustNot: 'take the source itself for a bare repository',
    build: (git, outside) => commitBeside(git, gitFolder(git, outside)),
  },
  {
    name: 'dot-git-file',
    mustNot: 'follow a .git file to another repository',
    build: (git, { sentinel }) => commitBeside(git, [file(git, '.git', `gitdir: ${sentinel}\n`)]),
  },
  {
    name: 'settings-in-tree',
    mustNot: 'obey settings that lie in the tree',
    build: (git, outside) => {
      const settings = `[include]\n\tpath = ${outside.canaryFile}\n[core]\n\thooksPath = hooks\n[alias]\n\tfetch = "!touch ${outside.sentinel}/owned"\n`
      const hooks = folder(git, 'hooks', [program(git, 'post-checkout', marking(outside))])
      commitBeside(git, [file(git, '.gitconfig', settings), file(git, 'config', settings), hooks])
    },
  },
]
