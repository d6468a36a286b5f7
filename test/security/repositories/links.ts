import { dirname } from 'node:path'
import { commitBeside, file, folder, type HostileRepository, link } from './hostile-repository.ts'

const climb = '../'.repeat(40)

export const links: readonly HostileRepository[] = [
  {
    name: 'link-as-docs-json',
    mustNot: 'read the configuration through a link',
    build: (git, { canaryFile }) => commitBeside(git, [link(git, 'docs.json', canaryFile)]),
  },
  {
    name: 'link-as-page',
    mustNot: 'publish a file of the machine as a page',
    build: (git, { canaryFile }) => commitBeside(git, [link(git, 'index.mdx', canaryFile)]),
  },
  {
    name: 'link-that-climbs',
    mustNot: 'follow a relative link out of the source',
    build: (git, { canaryFile }) => commitBeside(git, [link(git, 'index.mdx', climb + canaryFile.slice(1))]),
  },
  {
    name: 'link-as-folder',
    mustNot: 'walk into a folder of the machine',
    build: (git, { canaryFile }) => commitBeside(git, [link(git, 'guide', dirname(canaryFile))]),
  },
  {
    name: 'link-then-folder-of-one-name',
    mustNot: 'write through a link that a folder of the same name replaces',
    build: (git, { sentinel }) =>
      commitBeside(git, [link(git, 'a', sentinel), folder(git, 'a', [file(git, 'owned', 'owned')])]),
  },
  {
    name: 'link-and-folder-of-other-case',
    mustNot: 'write through a link where case does not count',
    build: (git, { sentinel }) =>
      commitBeside(git, [link(git, 'A', sentinel), folder(git, 'a', [file(git, 'owned', 'owned')])]),
  },
  {
    name: 'link-to-own-environment',
    mustNot: "publish the process's environment",
    build: (git) => commitBeside(git, [link(git, 'index.mdx', '/proc/self/environ')]),
  },
  {
    name: 'link-chain',
    mustNot: 'follow one link after the other',
    build: (git, { canaryFile }) =>
      commitBeside(git, [link(git, 'a', 'b'), link(git, 'b', canaryFile), link(git, 'index.mdx', 'a')]),
  },
  {
    name: 'link-as-gitmodules',
    mustNot: 'read settings through a link',
    build: (git, { canaryFile }) => commitBeside(git, [link(git, '.gitmodules', canaryFile)]),
  },
  {
    name: 'link-with-endless-target',
    mustNot: 'break on a target of one megabyte',
    build: (git) => commitBeside(git, [link(git, 'index.mdx', '../'.repeat(350_000))]),
  },
]
