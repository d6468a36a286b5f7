import { basename, extname } from 'node:path/posix'
import type { PlannedAsset } from '../site-plan.ts'

/** Under a name that holds its digest a file can be cached for ever; nothing outside knows the name. */
export function assetOutput(path: string, asset: PlannedAsset): string {
  const extension = extname(path).toLowerCase()
  const name = basename(path, extname(path))
    .toLowerCase()
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40)
  return `_bindery/assets/${name}-${asset.hash}${extension}`
}

/** A file that a page links to keeps its path, since people have that address; unless another file stands there. */
export function downloadOutput(path: string, asset: PlannedAsset): string {
  return asset.renamed ? assetOutput(path, asset) : path
}
