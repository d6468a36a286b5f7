/** The theme's own words. Authors' content brings its own language; these are what stands around it. */
export interface Words {
  skipToContent: string
  onThisPage: string
  previous: string
  next: string
  menu: string
  sidebar: string
  allPages: string
  more: string
  search: string
  /** With a % for what was looked for. */
  searchNothing: string
  searchBroken: string
  chooseResult: string
  openResult: string
  shortcuts: string
  singleKeys: string
  language: string
  version: string
  product: string
  appearance: string
  announcement: string
  /** An announcement, or a dialog. */
  close: string
  breadcrumbs: string
  related: string
  /** With a % for the day. */
  lastUpdated: string
  editPage: string
  home: string
  notFound: string
  notFoundText: string
  /** At the address of a page of which nothing could be made. */
  notShown: string
  copy: string
  copied: string
  copyPage: string
  linkToSection: string
  /** With a % for the host, which is asked only then. */
  loadFrame: string
  note: string
  tip: string
  info: string
  warning: string
  danger: string
  check: string
  required: string
  deprecated: string
  default: string
  childAttributes: string
  prompt: string
  showPrompt: string
  /** With a % for the assistant. */
  openIn: string
  filterByTag: string
  showMore: string
  diagram: string
  diagramAsText: string
  /** A picture or diagram. */
  enlarge: string
  done: string
  toDo: string
}

export const englishWords: Words = {
  skipToContent: 'Skip to content',
  onThisPage: 'On this page',
  previous: 'Previous',
  next: 'Next',
  menu: 'Menu',
  sidebar: 'Sidebar',
  allPages: 'All pages',
  more: 'More',
  search: 'Search',
  searchNothing: 'Nothing was found for “%”. Fewer or shorter words find more.',
  searchBroken: 'The search could not be loaded. Try again.',
  chooseResult: 'Choose a result',
  openResult: 'Open the result',
  shortcuts: 'Keyboard shortcuts',
  singleKeys: 'Use the keys / and ?',
  language: 'Language',
  version: 'Version',
  product: 'Product',
  appearance: 'Light or dark',
  announcement: 'Announcement',
  close: 'Close',
  breadcrumbs: 'Breadcrumbs',
  related: 'Related topics',
  lastUpdated: 'Last updated on %',
  editPage: 'Edit this page',
  home: 'Home',
  notFound: 'Page not found',
  notFoundText: 'There is no page at this address. It may have moved, or the link was mistyped.',
  notShown: 'This page could not be shown. Its authors find the reason in the report of the site.',
  copy: 'Copy',
  copied: 'Copied',
  copyPage: 'Copy page',
  linkToSection: 'Link to this section',
  loadFrame: 'Load content from %',
  note: 'Note',
  tip: 'Tip',
  info: 'Info',
  warning: 'Warning',
  danger: 'Danger',
  check: 'Check',
  required: 'required',
  deprecated: 'deprecated',
  default: 'default:',
  childAttributes: 'Child attributes',
  prompt: 'Prompt',
  showPrompt: 'Show prompt',
  openIn: 'Open in %',
  filterByTag: 'Filter by tag',
  showMore: 'Show all lines',
  diagram: 'Diagram',
  diagramAsText: 'Diagram as text',
  enlarge: 'Enlarge',
  done: 'done',
  toDo: 'to do',
}
