/** The product's own command line, one command for each message. */
import { fileURLToPath } from 'node:url'

export interface CommandSent {
  id: number
  args: string[]
  input: string
}

export interface CommandEnded {
  id: number
  stdout: string
  /** Why it failed. */
  stderr?: string
}

const roles = new URL('../../packages/server/dist/roles/', import.meta.url)
const { createProgram } = await import(fileURLToPath(new URL('create-program.js', roles)))
const { explainError } = await import(fileURLToPath(new URL('explain-error.js', roles)))

process.on('message', async ({ id, args, input }: CommandSent) => {
  const printed: string[] = []
  const program = createProgram({ readInput: async () => input, print: (text: string) => void printed.push(text) })
  const stderr: string | undefined = await program
    .parseAsync(args, { from: 'user' })
    .then(() => undefined, explainError)
  const ended: CommandEnded = { id, stdout: printed.join('\n'), ...(stderr !== undefined && { stderr }) }
  process.send?.(ended)
})
process.send?.('ready')
