import { existsSync } from 'node:fs'

/** Render processes run the file that the build joins: without this they would, after a bare `tsc -b`, run the one before. */
export default async function joinBuiltModules(): Promise<void> {
  if (existsSync(new URL('../dist/.tsbuildinfo', import.meta.url))) await import('../join-render-process.ts')
}
