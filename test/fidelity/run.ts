/**
 * `npm run fidelity [-- --only NAME,NAME] [--sites NAME,NAME] [--pages N] [--corpora DIR] [--whole] [--accept]`: what real sites
 * lose on their way. Each part prints its figures; the last line has those of all, and anything in `failed` or `wrong`
 * fails the run.
 */
import { parseArgs } from 'node:util'
import { expectTools, type Tool } from '../support/tools.ts'
import { checkAddresses } from './addresses/check-addresses.ts'
import { checkAnchors } from './anchors/check-anchors.ts'
import { checkCode } from './code/check-code.ts'
import type { FidelityOptions, Figures } from './figures.ts'
import { checkLooks } from './looks/check-looks.ts'
import { checkModes } from './modes/check-modes.ts'
import { checkSealed } from './sealed/check-sealed.ts'
import { checkSettings } from './settings/check-settings.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sites: { type: 'string' },
    pages: { type: 'string', default: '60' },
    corpora: { type: 'string' },
    whole: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
  },
})

interface Part {
  tools: Tool[]
  run(options: FidelityOptions): Promise<Figures>
}

const parts: Record<string, Part> = {
  addresses: { tools: [], run: checkAddresses },
  anchors: { tools: [], run: checkAnchors },
  code: { tools: ['chromium'], run: checkCode },
  looks: { tools: ['chromium'], run: checkLooks },
  modes: { tools: ['chromium'], run: checkModes },
  sealed: { tools: ['services', 'chromium', 'bwrap', 'openssl'], run: checkSealed },
  settings: { tools: ['chromium'], run: checkSettings },
}

const chosen = values.only?.split(',') ?? Object.keys(parts)
for (const name of chosen) {
  if (!parts[name]) throw new Error(`There is no part "${name}". Choose of: ${Object.keys(parts).join(', ')}.`)
}
await expectTools(chosen.flatMap((name) => parts[name]?.tools ?? []))
const figures: Record<string, Figures> = {}
for (const name of chosen) {
  console.log(`${name} …`)
  figures[name] = await (parts[name] as Part).run({
    ...values,
    sites: values.sites?.split(','),
    pages: Number(values.pages),
  })
  console.log(`${name.padEnd(10)} ${JSON.stringify(figures[name])}`)
}
console.log(JSON.stringify({ ...sumFigures(Object.values(figures)), ...(chosen.length > 1 && { parts: figures }) }))
process.exit(Object.values(figures).some(({ failed, wrong = 0 }) => failed > 0 || wrong > 0) ? 1 : 0)

/** What several parts count, such as pages, is added up. */
function sumFigures(all: Figures[]): Figures {
  const sum: Figures = { pages: 0, failed: 0 }
  for (const [name, value] of all.flatMap(Object.entries<number>)) sum[name] = (sum[name] ?? 0) + value
  return sum
}
