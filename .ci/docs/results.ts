import { type Claim, guarantees, performance } from '../../test/proof/claims.ts'
import { fillIn, isMet, readResults } from '../../test/proof/results.ts'
import { steps } from '../../test/proof/steps.ts'
import { escapeCell, writeFrontMatter, writeTable } from './markdown.ts'

const results = readResults()

export function writeGuaranteesPage(): string {
  const headers = ['Guarantee', 'Scale', 'Result', 'Version+date.commit', 'npm run']
  const intro = `From \`test/results.json\`, which \`npm run proof\` updates. Before 2026-11-19, the commit is the one that recorded the result.`
  return `${writeFrontMatter('Guarantees', 'The latest results')}${intro}\n\n${writeTable(headers, guarantees.map(toRow))}`
}

export function writePerformancePage(): string {
  const headers = ['Measure', 'Scale', 'Target', 'Result', 'Version+date.commit', 'npm run']
  const rows = performance.map((claim) => toRow(claim).toSpliced(2, 0, writeTarget(claim)))
  const intro = 'Ratios (×, ÷) compare two measurements of one run.'
  return `${writeFrontMatter('Performance', 'Measurements and targets')}${intro}\n\n${writeTable(headers, rows)}`
}

function toRow(claim: Claim): string[] {
  if (!steps.some(({ name }) => name === claim.step)) throw new Error(`${claim.id}: there is no step ${claim.step}.`)
  const result = results[claim.id]
  if (!result) return [claim.claim, '', '**not measured**', '', '']
  const { version, commit, date, command } = result
  const found = `${fillIn(claim.result, result)}${isMet(claim, result) ? '' : ', **not met**'}`
  return [
    claim.claim,
    fillIn(claim.scale, result),
    found,
    `${version}+${date}.${commit}`,
    `\`${command.replace(/^npm run /, '')}\``,
  ].map(escapeCell)
}

function writeTarget({ atMost = {}, atLeast = {} }: Claim): string {
  const bounds = [
    ...Object.values(atMost).map((bound) => `≤ ${bound.toLocaleString('en')}`),
    ...Object.values(atLeast).map((bound) => `≥ ${bound.toLocaleString('en')}`),
  ]
  return bounds.join(', ')
}
