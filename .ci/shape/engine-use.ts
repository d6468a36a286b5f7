import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './sources.ts'

/** Finds uses of the internal modules and tables of the job engine, which change without notice. */
export function findPrivateUse(tree: string, sources: readonly Source[]): string[] {
  return sources.flatMap(({ path }) => {
    const text = readFileSync(join(tree, path), 'utf8')
    const faults = [
      ...(text.includes('@dbos-inc/dbos-sdk/') ? ['imports an internal module of the job engine'] : []),
      ...(/\bdbos\.(?!ts\b)[a-z_$]/.test(text) ? ['uses a table of the job engine'] : []),
    ]
    return faults.map((fault) => `${path} ${fault}: call its public interface, or read the tables worker and job_step`)
  })
}
