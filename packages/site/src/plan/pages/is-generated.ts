import type { PlannedPage } from '../../model/site-plan.ts'

/** Made from an OpenAPI file alone: that file is its source, and it has no text of an author. */
export function isGenerated({ operation, file }: PlannedPage): boolean {
  return operation?.spec === file
}
