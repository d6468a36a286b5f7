import { honoured, honouredAs, replaced, reported, type Treatments } from './treatment.ts'

const notYet = 'Bindery does not use it yet.'
const noPlayground = 'Pages show requests to copy; they send none.'

/** Every key of a page's front matter, in the form of `known-settings.ts`. Authors may add keys of their own. */
export const knownFrontMatter: Treatments = {
  title: honoured,
  description: honoured,
  sidebarTitle: honoured,
  icon: honoured,
  iconType: replaced('Icons have one style.'),
  tag: honoured,
  hidden: honoured,
  noindex: honoured,
  deprecated: honoured,
  groups: honouredAs('A page with groups is private and left out.'),
  public: honouredAs('A private page is left out.'),
  isPublic: honouredAs('A private page is left out.'),
  mode: honoured,
  'mode=assistant': reported('It needs an assistant on a server, and a static site has none.'),
  url: honoured,
  rss: honoured,
  api: honoured,
  openapi: honoured,
  asyncapi: honoured,
  graphql: reported('Descriptions in GraphQL are not read.'),
  'openapi-schema': reported(notYet),
  authMethod: reported(notYet),
  auth: reported(notYet),
  contentType: reported(notYet),
  playground: reported(noPlayground),
  version: reported(notYet),
  searchable: honoured,
  boost: honouredAs('Words count from 1 to 7, and those of a title 7 from the start.'),
  keywords: honoured,
  hideFooterPagination: honoured,
  hideApiMarker: honoured,
  related: honouredAs('Only the pages that you name.'),
  contextual: honoured,
  canonical: honoured,
  robots: honoured,
  timestamp: honouredAs('For this page, whatever `metadata.timestamp` says.'),
  lastUpdatedDate: honouredAs('A day such as 2026-11-16, or a time that begins with one.'),
  createdDate: reported(notYet),
  authors: reported(notYet),
}

/** `og:image`, `twitter:card`: a tag of the page's head. */
export const metatagName = /^[a-z]+(?::[a-z_]+)+$/i

/** Whether a meta tag names a picture. */
export function isPictureTag(name: string): boolean {
  return /^(?:og|twitter):image(?::(?:url|secure_url))?$/i.test(name)
}
