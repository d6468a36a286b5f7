import { isRecord } from './cursor.ts'

/** The older mint.json, told in the words of docs.json, so that all else knows one format. */
export function convertMint(mint: Record<string, unknown>): Record<string, unknown> {
  const { navigation, tabs, anchors, versions, topbarLinks, topbarCtaButton, footerSocials, modeToggle, ...same } = mint
  return {
    ...same,
    navigation: convertNavigation(list(navigation), list(tabs), list(anchors), versions),
    navbar: { links: list(topbarLinks).map(convertLink), primary: convertLink(topbarCtaButton) },
    footer: { socials: convertSocials(footerSocials) },
    appearance: isRecord(modeToggle) ? { default: modeToggle.default, strict: modeToggle.isHidden } : undefined,
    api: isRecord(mint.api) || mint.openapi ? { ...(mint.api as object), openapi: mint.openapi } : undefined,
  }
}

/**
 * In mint.json tabs and anchors claim pages by the prefix of their path. Groups whose first page stands under such a
 * prefix go there; the rest is the first tab.
 */
function convertNavigation(groups: unknown[], tabs: unknown[], anchors: unknown[], versions: unknown) {
  const divisions = [
    ...tabs.filter(isRecord).map((tab) => ({ key: 'tab', ...tab })),
    ...anchors.filter(isRecord).map((anchor) => ({ key: 'anchor', ...anchor })),
  ].map((entry) => ({ ...entry, groups: [] as unknown[] }) as Division)
  const rest: unknown[] = []
  for (const group of groups) {
    const home = divisions.find(({ url }) => isInside(firstPage(group), url))
    ;(home?.groups ?? rest).push(group)
  }
  const remaining = divisions.filter(
    ({ url, openapi, groups: own }) => own.length > 0 || openapi !== undefined || isOutside(url),
  )
  const external = {
    anchors: remaining
      .filter(({ key }) => key === 'anchor')
      .map(toExternal)
      .filter(isRecord),
  }
  const inner = remaining.filter(({ url }) => !isOutside(url))
  const labels = Array.isArray(versions) ? { versions: undefined } : {}
  if (inner.length === 0) return { ...labels, groups: rest, global: external }
  const named = inner.map(({ name, icon, openapi, groups: own, public: isPublic }) => ({
    tab: name,
    icon,
    openapi,
    groups: own,
    public: isPublic,
  }))
  return { ...labels, tabs: [{ tab: 'Documentation', groups: rest }, ...named], global: external }
}

interface Division {
  key: string
  name?: unknown
  url?: unknown
  icon?: unknown
  openapi?: unknown
  public?: unknown
  groups: unknown[]
}

function toExternal({ name, url, icon }: Division) {
  return isOutside(url) ? { anchor: name, href: url, icon } : undefined
}

function firstPage(group: unknown): string {
  if (typeof group === 'string') return group
  return isRecord(group) ? firstPage(list(group.pages)[0]) : ''
}

function isInside(page: string, url: unknown): boolean {
  return typeof url === 'string' && !isOutside(url) && `${page}/`.startsWith(`${url.replace(/^\/|\/$/g, '')}/`)
}

function isOutside(url: unknown): boolean {
  return typeof url === 'string' && /^[a-z]+:/i.test(url)
}

function convertLink(link: unknown) {
  if (!isRecord(link)) return undefined
  const { name, url, ...rest } = link
  return { label: name, href: url, ...rest }
}

function convertSocials(socials: unknown): unknown {
  if (!Array.isArray(socials)) return socials
  return Object.fromEntries(socials.filter(isRecord).map(({ type, url }) => [type, url]))
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
