import type { SiteConfig } from '../model/site-config.ts'
import type { SitePlan } from '../model/site-plan.ts'

/** What an earlier release wrote, whose exports may still be going on. */
interface EarlierConfig extends Omit<SiteConfig, 'drilldown' | 'authorStyles' | 'api' | 'seo'> {
  drilldown?: boolean
  authorStyles?: boolean
  api: Pick<SiteConfig['api'], 'openapi'> & Partial<SiteConfig['api']>
  seo: Omit<SiteConfig['seo'], 'paths'> & { paths?: SiteConfig['seo']['paths'] }
}

/** Settings that came since a plan was made are in it what they are where nothing is set. */
export function completePlan(plan: SitePlan): SitePlan {
  const { api, seo, ...config } = plan.config as EarlierConfig
  if (api.channelFolders && seo.paths) return plan
  const { drilldown = false, authorStyles = true } = config
  const { folders = {}, asyncapi = [], channelFolders = {} } = api
  const { paths = [] } = seo
  const completed = { ...api, folders, asyncapi, channelFolders }
  return { ...plan, config: { ...config, drilldown, authorStyles, api: completed, seo: { ...seo, paths } } }
}
