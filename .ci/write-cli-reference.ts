/** `node .ci/write-cli-reference.ts` writes docs/reference/cli.mdx; with `--check` it fails when the page has drifted. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createProgram } from '../packages/cli/src/commands/create-program.ts'

type Command = ReturnType<typeof createProgram>
type Option = Command['options'][number]

const file = new URL('../docs/reference/cli.mdx', import.meta.url)
const page = writePage(createProgram())

if (!process.argv.includes('--check')) {
  writeFileSync(file, page)
} else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/reference/cli.mdx differs from the commands. Run: node .ci/write-cli-reference.ts')
  process.exitCode = 1
}

function writePage(program: Command): string {
  return `---
title: Commands and options
description: Every command of bindery, as --help shows it
---

[The command](/cli) explains how they work together, and the exit codes.

${program.commands.map((command) => writeCommand(command, 'bindery')).join('\n')}`
}

function writeCommand(command: Command, above: string): string {
  const path = `${above} ${command.name()}`
  const places = command.registeredArguments
  const usage = [path, ...places.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`))].join(' ')
  const rows = [
    ...places.map((one) => writeRow(one.name(), one.description, one.defaultValue, one.argChoices)),
    ...command.options.map((option) =>
      writeRow(option.flags, option.description, defaultOf(option), option.argChoices),
    ),
  ]
  return [
    `## ${path}\n`,
    `${escapeCell(command.description())}\n`,
    ...(command.commands.length > 0
      ? []
      : [`\`\`\`sh\n${usage}${command.options.length > 0 ? ' [options]' : ''}\n\`\`\`\n`]),
    ...(rows.length > 0 ? [`| Argument or option | Meaning |\n|---|---|\n${rows.join('\n')}\n`] : []),
    ...command.commands.map((child) => writeCommand(child, path)),
  ].join('\n')
}

/** `--no-wait` is true unless it is given, which is no news. */
function defaultOf({ defaultValue, negate }: Option): unknown {
  return negate ? undefined : defaultValue
}

function writeRow(name: string, description: string, defaultValue: unknown, choices: readonly string[] = []): string {
  const values = choices.length > 0 ? `: ${choices.map((choice) => `\`${choice}\``).join(', ')}` : ''
  const otherwise = defaultValue === undefined ? '' : ` (default: \`${defaultValue}\`)`
  return `| \`${name}\` | ${escapeCell(description)}${values}${otherwise} |`
}

function escapeCell(text: string): string {
  return text.replace(/[<{|]/g, '\\$&')
}
