import { UsageError } from '../errors.ts'

/** An id that cannot exist is refused before it is sent. */
export function readExportId(id: string, flag = ''): string {
  if (/^se_[0-9a-f]{16}$/.test(id)) return id
  throw new UsageError(`${flag}${id} is no export. An id looks like se_0123456789abcdef.`)
}

export function readAgentJobId(id: string): string {
  if (/^aj_[0-9a-f]{16}$/.test(id)) return id
  throw new UsageError(`${id} is no agent job. An id looks like aj_0123456789abcdef.`)
}
