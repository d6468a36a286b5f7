import type { SitePlan } from '../../model/site-plan.ts'

/** Where a key of front matter was found. */
export interface FrontPlace {
  file: string
  key: string
  line: number
}

/** A plan, and the places in texts that it names. */
export interface MadePlan {
  plan: SitePlan
  places: FrontPlace[]
}
