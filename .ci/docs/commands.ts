import { createProgram } from '../../packages/cli/src/commands/create-program.ts'
import { addAdminCommands } from '../../packages/server/src/admin/add-admin-commands.ts'
import { escapeCell, writeFrontMatter } from './markdown.ts'

type Command = ReturnType<typeof createProgram>
type Option = Command['options'][number]

export function writeCliPage(): string {
  const intro = '[The command line](/cli) shows how the commands work together, and lists the exit codes.'
  const commands = createProgram().commands.map((command) => writeCommand(command, 'bindery'))
  return `${writeFrontMatter('Commands', 'Every command of bindery with its arguments and options')}${intro}\n\n${commands.join('\n')}`
}

export function writeAdminPage(): string {
  const program = createProgram()
  addAdminCommands(program, () => Promise.reject(new Error('Only the help of these commands is read.')))
  const admin = program.commands.find((command) => command.name() === 'admin') as Command
  const intro = `You run these commands as the operator, with the settings of the service in the environment.

| Where | Command |
|---|---|
| Docker Compose | \`docker compose exec api bindery-server admin organization list\` |
| Kubernetes | \`kubectl exec deployment/bindery-api -- bindery-server admin organization list\` |
| A clone, after \`npm run build\` | \`node packages/server/dist/main.js admin organization list\` |

The commands read a secret from standard input, never from an argument. To pipe one in, add \`-T\` after \`docker compose exec\`, or \`-i\` after \`kubectl exec\`.`
  const commands = admin.commands.map((command) => writeCommand(command, 'admin'))
  return `${writeFrontMatter('Admin commands', 'Every command of the operator with its arguments and options')}${intro}\n\n${commands.join('\n')}`
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
