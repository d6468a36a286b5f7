/** What the navigation may name: a page of the site, one that is left out, or nothing. */
export type FindPage = (name: string, isPublic: boolean) => FoundPage | Refusal | undefined

/** Why a page is left out, and whether its author meant it so. */
export interface Refusal {
  reason: string
  onPurpose: boolean
}

export interface FoundPage {
  route: string
  hidden: boolean
}
