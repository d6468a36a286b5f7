import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** A line from the terminal that is not shown as it is typed. Ctrl+C ends the command. */
export async function askSecret(question: string): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: hidden, terminal: true })
  // Now the terminal shows nothing any more, also to those who type ahead of the question.
  process.stderr.write(question)
  reader.once('SIGINT', () => {
    process.stderr.write('\n')
    process.exit(130)
  })
  try {
    return await reader.question('')
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
