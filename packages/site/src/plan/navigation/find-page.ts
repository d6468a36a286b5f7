/** What docs.json says of who may read a page: everyone, not everyone, or nothing. */
export type Visibility = 'public' | 'private' | undefined

/** What the navigation may name: a page of the site, one that is left out, or nothing. */
export type FindPage = (name: string, visibility: Visibility) => FoundPage | Refusal | undefined

/** Why a page is left out, and whether its author meant it so. */
export interface Refusal {
  reason: string
  onPurpose: boolean
}

export interface FoundPage {
  route: string
  hidden: boolean
}
