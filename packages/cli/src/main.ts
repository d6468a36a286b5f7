#!/usr/bin/env node
import { createProgram } from './commands/create-program.ts'
import { UnreadableError } from './errors.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  const { explainError } = await import('./explain-error.ts')
  process.stderr.write(`${explainError(error)}\n`)
  process.exitCode = error instanceof UnreadableError ? 2 : 1
}
