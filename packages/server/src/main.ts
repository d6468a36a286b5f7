#!/usr/bin/env node
import { createProgram } from './roles/create-program.ts'
import { explainError } from './roles/explain-error.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  console.error(explainError(error))
  process.exit(1)
}
