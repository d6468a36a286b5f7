#!/usr/bin/env node
import { Command } from 'commander'
import { airGapCommand } from './air-gap/air-gap-command.ts'
import { applyCommand } from './apply-command.ts'
import { buildCommand } from './build-command.ts'
import { checkCommand } from './check-command.ts'
import { devCommand } from './dev/dev-command.ts'
import { explainError, UnreadableError } from './explain-error.ts'
import { exportCommand } from './export/export-command.ts'
import { newCommand } from './new-command.ts'
import { serveCommand } from './serve-command.ts'
import { verifyCommand } from './verify-command.ts'

const program = new Command('bindery')
  .description('Bind a documentation repository into a self-contained static site.')
  .addCommand(newCommand())
  .addCommand(devCommand())
  .addCommand(buildCommand())
  .addCommand(checkCommand())
  .addCommand(serveCommand())
  .addCommand(exportCommand())
  .addCommand(verifyCommand())
  .addCommand(applyCommand())
  .addCommand(airGapCommand())

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${explainError(error)}\n`)
  process.exitCode = error instanceof UnreadableError ? 2 : 1
}
