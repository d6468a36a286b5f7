import { z } from 'zod'
import { outcome, type Tool } from './tool.ts'
import { writeDiagnostics } from './write-diagnostics.ts'

const input = z.strictObject({})

export const check: Tool<z.infer<typeof input>> = {
  name: 'check',
  input,
  async run(_, context, signal) {
    const diagnostics = await context.check(signal)
    if (diagnostics.length === 0) return outcome('Your changes broke nothing.')
    return outcome(`Your changes broke this:\n\n${writeDiagnostics(diagnostics)}`)
  },
}
