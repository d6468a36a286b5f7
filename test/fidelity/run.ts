import { parseArgs } from 'node:util'
import { checkAddresses } from './addresses/check-addresses.ts'

/**
 * `npm run fidelity [-- --only NAME,NAME] [--corpora DIR] [--whole]`: what real sites lose on their way. Each part prints
 * its figures; the last line has those of all, and anything in `failed` or `wrong` fails the run.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, corpora: { type: 'string' }, whole: { type: 'boolean', default: false } },
})

export interface Figures {
  pages: number
  failed: number
  [name: string]: number
}

const parts: Record<string, (options: typeof values) => Promise<Figures>> = { addresses: checkAddresses }

const chosen = values.only?.split(',') ?? Object.keys(parts)
const figures: Record<string, Figures> = {}
for (const name of chosen) {
  const run = parts[name]
  if (!run) throw new Error(`There is no part "${name}". Choose of: ${Object.keys(parts).join(', ')}.`)
  figures[name] = await run(values)
  console.log(`${name.padEnd(10)} ${JSON.stringify(figures[name])}`)
}
const [only] = Object.values(figures)
console.log(JSON.stringify(chosen.length === 1 ? only : figures))
if (Object.values(figures).some(({ failed, wrong = 0 }) => failed > 0 || wrong > 0)) process.exitCode = 1
