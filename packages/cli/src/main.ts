#!/usr/bin/env node
import { createProgram } from './commands/create-program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  const { exitCodeOf, explainError } = await import('./explain-error.ts')
  process.stderr.write(`${await explainError(error)}\n`)
  process.exitCode = exitCodeOf(error)
}
