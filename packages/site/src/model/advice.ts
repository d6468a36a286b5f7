/** One mistake in a configuration file, said so that its author can fix it without reading our code. */
export interface Advice {
  file: string
  /** Where in the file, as one would write it in JavaScript: `navigation.tabs[1].pages[0]`. */
  path: string
  message: string
  suggestion: string
}

/** The configuration cannot be used at all: there is no file, it is not JSON, or it has no navigation. */
export class ConfigurationError extends Error {
  readonly advice: Advice[]

  constructor(advice: Advice[]) {
    super(advice.map(formatAdvice).join('\n'))
    this.name = 'ConfigurationError'
    this.advice = advice
  }
}

export function formatAdvice({ file, path, message, suggestion }: Advice): string {
  return `${file}${path ? ` at ${path}` : ''}: ${message} ${suggestion}`
}
