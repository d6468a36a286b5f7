import { components } from './components.ts'

/** The names that the interpreter leaves for us to render. */
export const componentNames: ReadonlySet<string> = new Set(components.keys())
