const pageModes = ['default', 'wide', 'custom', 'center', 'frame'] as const

/** How much stands around a page's content. */
export type PageMode = (typeof pageModes)[number]

export function readMode(value: unknown): PageMode {
  return pageModes.find((mode) => mode === value) ?? 'default'
}
