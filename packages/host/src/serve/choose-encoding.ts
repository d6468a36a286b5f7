export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity'

/** The smallest first: what is made once and sent often may cost more to make. */
const preferred = ['br', 'zstd', 'gzip'] as const

// Browsers send a handful of different lines; a stranger's inventions must not fill the memory.
const mostRemembered = 256
const remembered = new Map<string, Encoding>()

/** Of the encodings that a client accepts, the one that we like best. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  const known = remembered.get(accepted)
  if (known !== undefined) return known
  const choice = choose(accepted)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(accepted, choice)
  return choice
}

function choose(accepted: string): Encoding {
  const weights = new Map<string, number>()
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  const isAccepted = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return preferred.find(isAccepted) ?? 'identity'
}
