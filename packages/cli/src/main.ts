#!/usr/bin/env node
import { Command } from 'commander'
import { buildCommand } from './build-command.ts'
import { checkCommand } from './check-command.ts'
import { devCommand } from './dev/dev-command.ts'
import { explainError } from './explain-error.ts'

const program = new Command('bindery')
  .description('Bind a documentation repository into a self-contained static site.')
  .addCommand(buildCommand())
  .addCommand(checkCommand())
  .addCommand(devCommand())

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`)
  process.exitCode = 1
}
