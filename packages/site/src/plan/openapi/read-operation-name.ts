/** An operation as authors name it, in the front matter of a page or in the navigation. */
export interface OperationName {
  /** `GET /users/{id}`, `WEBHOOK orderUpdated`. */
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
