/** An operation as authors name it, in the front matter of a page or in the navigation. */
export interface OperationName {
  /** `GET /users/{id}`, `WEBHOOK orderUpdated`, `CHANNEL orders`. */
  key: string
  /** The file that it stands in, when it is named. */
  source?: string
}

const name = /^(?:(\S+)\s+)??(GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|TRACE|QUERY|WEBHOOK)\s+(\S.*)$/i

/** Reads `GET /users`, `spec.json GET /users`, `spec.yaml webhook orderUpdated`; undefined for anything else. */
export function readOperationName(text: string): OperationName | undefined {
  const [, source, method, path] = name.exec(text.trim()) ?? []
  if (method === undefined || path === undefined) return undefined
  const key = `${method.toUpperCase()} ${path.trim()}`
  return source === undefined ? { key } : { key, source }
}

/** Reads `orders` and `events.yaml orders`, as pages name the channel that they describe; undefined for anything else. */
export function readChannelName(text: string): OperationName | undefined {
  const [first, second, ...more] = text.trim().split(/\s+/)
  if (!first || more.length > 0) return undefined
  return second === undefined ? { key: channelKey(first) } : { key: channelKey(second), source: first }
}

export function channelKey(name: string): string {
  return `CHANNEL ${name}`
}

/** As an author writes it. */
export function shownName({ key }: OperationName): string {
  return key.replace(/^CHANNEL /, '')
}
