import { readFileSync } from 'node:fs'

const file = new URL('../../.dev/services.env', import.meta.url)

/** The environment that `npm run services` wrote; what is set in the caller's own environment wins. */
export function readServices(): Record<string, string> {
  const lines = readEnvironmentFile().split('\n')
  const settings = lines.flatMap((line) => {
    const [, name, value] = /^export ([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    return name ? [[name, process.env[name] ?? value ?? '']] : []
  })
  return Object.fromEntries(settings)
}

function readEnvironmentFile(): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Error('The services are not up: .dev/services.env is missing. Run: npm run services', { cause })
  }
}
