import { readFile } from 'node:fs/promises'

const packages = new URL('../../../packages/', import.meta.url)

export interface KnownSettings {
  /** Environment variables of api, worker and migrate. */
  server: Set<string>
  /** Settings of the host's file that are values, as `limits.maxBytes`, and the environment variables of the host. */
  host: { names: Set<string>; variables: Set<string> }
  cli: Set<string>
}

/**
 * What the programs read, out of their sources: a setting that is renamed there must not live on in chart or compose
 * file, where it would be taken for set and do nothing.
 */
export async function readKnownSettings(): Promise<KnownSettings> {
  const [config, limits, host, signIn, connect, key] = await Promise.all(
    [
      'server/src/config/config.ts',
      'server/src/core/limits/limits.ts',
      'host/src/config/read-config.ts',
      'host/src/config/read-sign-in.ts',
      'cli/src/service/connect-service.ts',
      'cli/src/service/read-key.ts',
    ].map((path) => readFile(new URL(path, packages), 'utf8')),
  )
  const limitNames = pick(limits, /^ {2}(\w+): [\d(]/gm).map((name) => `BINDERY_LIMIT_${toVariable(name)}`)
  const groups = pick(/const groups = \[([^\]]*)\]/.exec(host ?? '')?.[1], /'([\w.]+)'/g)
  const limitsOfReader = pick(/const limitNames = \[([^\]]*)\]/.exec(host ?? '')?.[1], /'(\w+)'/g)
  const names = pick(`${host}${signIn}`, /^ {2}'([\w.]+)',$/gm).filter((name) => !groups.includes(name))
  const all = [...names, ...groups, ...limitsOfReader.map((name) => `limits.${name}`)]
  return {
    server: new Set([...pick(config, /'(DATABASE_URL|BINDERY_[A-Z\d_]+)'/g), ...limitNames]),
    host: {
      names: new Set(all.filter((name) => !all.some((inside) => inside.startsWith(`${name}.`)))),
      variables: new Set([...names.map((name) => `BINDERY_${toVariable(name)}`), ...pick(host, /env\.(BINDERY_\w+)/g)]),
    },
    cli: new Set([connect, key].flatMap((text) => pick(text, /(BINDERY_[A-Z_]+)/g))),
  }
}

function pick(text: string | undefined, pattern: RegExp): string[] {
  const found = [...(text ?? '').matchAll(pattern)].flatMap(([, name]) => name ?? [])
  if (found.length === 0)
    throw new Error(`Nothing in the sources looks like ${pattern}: they are written otherwise now.`)
  return found
}

function toVariable(name: string): string {
  return name.replace(/[A-Z]|\./g, (sign) => (sign === '.' ? '_' : `_${sign}`)).toUpperCase()
}
