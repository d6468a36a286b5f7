import { commitBeside, file, type HostileRepository } from './hostile-repository.ts'

export const filters: readonly HostileRepository[] = [
  {
    name: 'filter-command',
    mustNot: 'run a filter that attributes name',
    build: (git, { sentinel }) =>
      commitBeside(git, [
        file(git, '.gitattributes', '* filter=evil diff=evil merge=evil ident export-subst\n'),
        file(git, '.gitconfig', `[filter "evil"]\n\tsmudge = touch ${sentinel}/owned\n\trequired = true\n`),
      ]),
  },
  {
    name: 'lfs-pointer',
    mustNot: 'ask a server that the tree names for large files',
    build: (git, { trapUrl }) =>
      commitBeside(git, [
        file(git, '.gitattributes', '*.png filter=lfs diff=lfs merge=lfs -text\n'),
        file(git, '.lfsconfig', `[lfs]\n\turl = ${trapUrl}/lfs\n`),
        file(git, 'a.png', `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`),
      ]),
  },
  {
    name: 'attributes-overflow',
    mustNot: 'break on attributes of several megabytes',
    build: (git) => commitBeside(git, [file(git, '.gitattributes', `* ${'a '.repeat(2_000_000)}\n`)]),
  },
  {
    name: 'attributes-encoding',
    mustNot: 'rewrite bytes as attributes ask',
    build: (git) =>
      commitBeside(git, [
        file(git, '.gitattributes', '*.mdx working-tree-encoding=UTF-32 eol=crlf text\n'),
        file(git, 'page.mdx', '# Page\n\nOne line.\n'),
      ]),
  },
]
