/** What is counted for a site; the names are those of the instruments page. */
export interface Figures {
  name: string
  pages: number
  rendered: number
  failed: number
  fallback: number
  missingImports: number
  unknownComponents: number
  brokenLinks: number
  outsideHosts: number
  /** Operations in OpenAPI files, and the pages that show one. */
  operations: number
  operationPages: number
  /** Pages without a fallback, over pages whose imports are all in the archive. */
  renderedShare: number
  withAllImports: number
  withoutFallback: number
  seconds: number
  /** Each remaining fallback, with its reason. */
  fallbacks: string[]
}

export function addUp(sites: Figures[]): Figures {
  const sum = (pick: (site: Figures) => number) => sites.reduce((total, site) => total + pick(site), 0)
  const withAllImports = sum((site) => site.withAllImports)
  const withoutFallback = sum((site) => site.withoutFallback)
  return {
    name: 'all',
    pages: sum((site) => site.pages),
    rendered: sum((site) => site.rendered),
    failed: sum((site) => site.failed),
    fallback: sum((site) => site.fallback),
    missingImports: sum((site) => site.missingImports),
    unknownComponents: sum((site) => site.unknownComponents),
    brokenLinks: sum((site) => site.brokenLinks),
    outsideHosts: sum((site) => site.outsideHosts),
    operations: sum((site) => site.operations),
    operationPages: sum((site) => site.operationPages),
    renderedShare: withAllImports === 0 ? 1 : withoutFallback / withAllImports,
    withAllImports,
    withoutFallback,
    seconds: sum((site) => site.seconds),
    fallbacks: [],
  }
}

export function printFigures(site: Figures): void {
  const share = (site.renderedShare * 100).toFixed(2)
  console.log(
    `${site.name.padEnd(12)} ${String(site.pages).padStart(5)} pages  ${site.failed} failed  ${share} % whole` +
      `  ${site.fallback} with a fallback  ${site.missingImports} with a missing import` +
      `  ${site.unknownComponents} with an unknown component  ${site.brokenLinks} broken links` +
      `  ${site.outsideHosts} outside hosts  ${site.operations} operations  ${site.operationPages} operation pages` +
      `  ${site.seconds.toFixed(1)} s`,
  )
  for (const fallback of site.fallbacks) console.log(`    ${fallback}`)
}
