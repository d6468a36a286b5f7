import type { TreeNode } from '../model/page-tree.ts'
import type { SiteIndex } from '../model/site-index.ts'
import { interpretPage } from '../page/interpret/interpret-page.ts'
import { PageError } from '../page/parse/page-error.ts'
import { componentNames } from '../render/components/component-names.ts'
import { renderTree } from '../render/components/render-tree.tsx'
import type { RenderContext } from '../render/html/render-context.ts'

const banners = new WeakMap<SiteIndex, TreeNode[]>()

/** The announcement of docs.json, which is Markdown: read once for a site, rendered for each page's place. */
export function renderBanner(site: SiteIndex, context: RenderContext): string {
  const tree = bannerOf(site)
  return tree.length === 0 ? '' : renderTree(tree, context)
}

export function bannerOf(site: SiteIndex): TreeNode[] {
  const known = banners.get(site)
  const tree = known ?? readBanner(site)
  if (!known) banners.set(site, tree)
  return tree
}

function readBanner({ plan }: SiteIndex): TreeNode[] {
  const source = plan.config.banner?.content
  if (source === undefined) return []
  const input = { file: plan.configFile, source, format: 'mdx' as const, readSnippet: () => undefined }
  try {
    return interpretPage({ ...input, variables: plan.config.variables, components: componentNames }).children
  } catch (error) {
    // What is no Markdown is still an announcement.
    if (error instanceof PageError) return [{ kind: 'text', value: source }]
    throw error
  }
}
