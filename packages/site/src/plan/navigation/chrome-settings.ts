import type { Section } from '../../model/navigation-index.ts'
import type { SiteConfig } from '../../model/site-config.ts'

export type ChromeSettings = Pick<SiteConfig, 'banner' | 'navbar' | 'footer'>

/** What stands around the pages of a section: that of its tab, version or language, the nearest first, else the site's. */
export function chromeSettings(section: Section | undefined, config: SiteConfig): ChromeSettings {
  const trail = (section?.trail ?? []).toReversed()
  const banner = trail.find((division) => division.banner)?.banner ?? config.banner
  return {
    ...(banner && { banner }),
    navbar: trail.find(({ navbar }) => navbar)?.navbar ?? config.navbar,
    footer: trail.find(({ footer }) => footer)?.footer ?? config.footer,
  }
}
