import type { LimitName } from '../limits/limits.ts'
import { OperatorError } from '../operator-error.ts'

/** What a million tokens cost, in the currency of the operator. */
export interface ModelPrice {
  input: number
  output: number
}

/** By the name of the model. What has no price costs nothing, as far as is known here. */
export interface ModelPrices {
  currency: string
  models: Readonly<Record<string, ModelPrice>>
}

export interface ModelTokens {
  model: string
  inputTokens: number
  outputTokens: number
}

export const noPrices: ModelPrices = { currency: 'USD', models: {} }

const million = 1_000_000

/** Why a cost budget cannot work: a model without a price costs nothing, so its use would never reach the budget. */
export function explainMissingPrices(models: readonly string[], prices: ModelPrices): string | undefined {
  if (Object.keys(prices.models).length === 0)
    return 'A cost budget needs prices, and no model has one. Set BINDERY_MODEL_PRICES first, or limit tokens instead.'
  const missing = models.filter((model) => !Object.hasOwn(prices.models, model))
  if (missing.length === 0) return undefined
  return `A cost budget needs the price of each model. Set BINDERY_MODEL_PRICES for ${missing.join(', ')} first, or limit tokens instead.`
}

export function expectPriced(
  { name, value }: { name: LimitName; value: number | null },
  { models, prices }: { models: readonly string[]; prices: ModelPrices },
): void {
  if (name !== 'agentCostPerMonth' || !value) return
  const missing = explainMissingPrices(models, prices)
  if (missing !== undefined) throw new OperatorError(missing)
}

export function costOf(used: readonly ModelTokens[], { models }: ModelPrices): number {
  return used.reduce((sum, { model, inputTokens, outputTokens }) => {
    const price = Object.hasOwn(models, model) ? models[model] : undefined
    return price ? sum + (inputTokens * price.input + outputTokens * price.output) / million : sum
  }, 0)
}

export function tokensOf(used: readonly ModelTokens[]): number {
  return used.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
}

// A name may have spaces and slashes; the price stands behind its last equals sign.
const entryForm = /^(.+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/

/** `large=3/15, "Demo model=0/0"`: for a million tokens of input and of output. Undefined for what is no price. */
export function parsePrices(entries: readonly string[]): Record<string, ModelPrice> | undefined {
  const read = entries.map((entry) => entryForm.exec(entry))
  if (read.includes(null)) return undefined
  return Object.fromEntries(
    read.flatMap((match) => (match ? [[match[1], { input: Number(match[2]), output: Number(match[3]) }]] : [])),
  )
}
