import { commitBeside, file, type HostileRepository, type Outside } from './hostile-repository.ts'

function submodule(
  name: string,
  mustNot: string,
  settings: (outside: Outside) => string,
  path = 'module',
): HostileRepository {
  return {
    name,
    mustNot,
    build: (git, outside) =>
      commitBeside(git, [
        file(git, '.gitmodules', settings(outside)),
        { mode: '160000', name: path, object: 'a'.repeat(40) },
      ]),
  }
}

function section(fields: Record<string, string>, name = 'module'): string {
  const lines = Object.entries({ path: 'module', ...fields }).map(([key, value]) => `\t${key} = ${value}\n`)
  return `[submodule "${name}"]\n${lines.join('')}`
}

export const submodules: readonly HostileRepository[] = [
  submodule('submodule-to-own-network', 'fetch a submodule', ({ trapUrl }) => section({ url: `${trapUrl}/a/b.git` })),
  submodule('submodule-option-as-url', 'pass a URL as an option', ({ sentinel }) =>
    section({ url: `"--upload-pack=touch ${sentinel}/owned"` }),
  ),
  submodule(
    'submodule-option-as-path',
    'pass a path as an option',
    ({ trapUrl }) => section({ url: trapUrl, path: '--exec=touch' }),
    '--exec=touch',
  ),
  submodule('submodule-name-that-climbs', 'make a folder from a name that climbs', ({ trapUrl }) =>
    section({ url: trapUrl }, '../../../hooks'),
  ),
  submodule('submodule-remote-helper', 'start a remote helper', ({ sentinel }) =>
    section({ url: `ext::sh -c touch% ${sentinel}/owned` }),
  ),
  submodule('submodule-update-command', 'run an update command', ({ sentinel, trapUrl }) =>
    section({ url: trapUrl, update: `!touch ${sentinel}/owned` }),
  ),
  submodule('submodule-of-this-machine', 'clone a folder of the machine', ({ sentinel }) =>
    section({ url: `file://${sentinel}` }),
  ),
]
