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
  asyncapi: reported(notYet),
  graphql: reported('Descriptions in GraphQL are not read.'),
  'openapi-schema': reported(notYet),
  authMethod: reported(notYet),
  auth: reported(notYet),
  contentType: reported(notYet),
  playground: reported(noPlayground),
  version: reported(notYet),
  searchable: reported(notYet),
  boost: reported(notYet),
  keywords: reported(notYet),
  hideFooterPagination: reported(notYet),
  hideApiMarker: reported(notYet),
  related: reported(notYet),
  contextual: reported(notYet),
  canonical: reported(notYet),
  robots: reported(notYet),
  timestamp: reported(notYet),
  lastUpdatedDate: reported(notYet),
  createdDate: reported(notYet),
  authors: reported(notYet),
}

/** `og:image`, `twitter:card`: a tag of the page's head. */
export const metatagName = /^[a-z]+(?::[a-z_]+)+$/i
