/** What the search index needs of a page; made where the page is rendered, so that it costs every core alike. */
export interface SearchedPage {
  sections: PageSection[]
  /** A line for each term. */
  terms: string
  /** How many terms the title has, of which a short one says more. */
  titleLength: number
  /** What the page counts for among others that have the same words. */
  prior: number
}

/** A part of a page from one heading to the next; the first has none and begins with the page. */
export interface PageSection {
  id: string
  heading: string
  text: string
}

/** Which readers find a page, and where in the navigation they are told that it stands. */
export interface SearchPlace {
  scope: string
  crumb: string
  /** The labels from the site down to the section. */
  section: string
  /** Whether the navigation names it. */
  isListed: boolean
}
