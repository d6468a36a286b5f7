import { limits } from '../limits.ts'
import type { Diagnostic } from './tool.ts'

export function writeDiagnostics(diagnostics: Diagnostic[]): string {
  const shown = diagnostics.slice(0, limits.shownDiagnostics).map(({ file, line, kind, message }) => {
    const place = line === undefined ? file : `${file}:${line}`
    return `- ${place}: ${kind}: ${message.slice(0, limits.lineLength)}`
  })
  const left = diagnostics.length - shown.length
  return [...shown, ...(left > 0 ? [`[${left} more]`] : [])].join('\n')
}
