import { holds, honoured, honouredAs, replaced, reported, type Treatments } from './treatment.ts'

const needsServer = 'It needs a server, and a static site has none.'
const needsAssistant = 'It needs an assistant on a server, and a static site has none.'
const loadsScript = 'Exported pages load no script of other companies.'
const noPlayground = 'Pages show requests to copy; they send none.'
const noFeedback = 'Feedback needs a server that takes it.'
export const exampleEditAddress = 'https://github.com/acme/docs/edit/main/$file'
const oneLayout = 'Every site has the same layout, in your colors and fonts.'

/**
 * Every setting of docs.json and mint.json, by its path, and what becomes of it. `[]` is not written: what a list holds
 * has the path of the list. `*` is any name. `path=value` is one value of a setting. A setting that is not here is
 * reported as unknown. docs/reference/docs-json.mdx is written from this table.
 */
export const knownSettings: Treatments = {
  $schema: honouredAs('For editors; nothing of it is in the site.'),
  $ref: honoured,
  name: honoured,
  description: honoured,
  theme: replaced(oneLayout),
  colors: honoured,
  'colors.primary': honouredAs('Made lighter or darker where text would be hard to read.'),
  'colors.light': honouredAs('On dark pages.'),
  'colors.dark': honouredAs('Of the button in the header.'),
  logo: honoured,
  'logo.light': honoured,
  'logo.dark': honoured,
  'logo.href': replaced('The logo leads to the first page of the exported site.'),
  favicon: honoured,
  'favicon.light': honoured,
  'favicon.dark': honoured,
  appearance: honoured,
  'appearance.default': honoured,
  'appearance.strict': honoured,
  icons: honoured,
  'icons.library': honoured,
  redirects: honoured,
  'redirects.source': honoured,
  'redirects.destination': honoured,
  'redirects.permanent': honoured,
  variables: honoured,
  'variables.*': honoured,
  authorStyles: honouredAs('`false` leaves the style sheets of the docs folder out; an extension of Bindery.'),
  words: honoured,
  'words.*': honouredAs('The words of the theme, such as `onThisPage`; an extension of Bindery.'),
  public: honouredAs('Private pages are left out.'),
  authentication: honouredAs('Private pages are left out.'),
  'authentication.*': honoured,
  errors: honoured,
  'errors.404': honoured,
  'errors.404.title': honoured,
  'errors.404.description': honoured,
  'errors.404.redirect': replaced('An address that is missing gets a page that searches for its words.'),
  ...listLook(),
  ...listChrome(),
  ...listSearch(),
  ...listApi(),
  ...listNavigation(),
  ...listServices(),
  ...listMint(),
}

function listLook(): Treatments {
  return {
    background: honoured,
    'background.color': honouredAs('Surfaces and text follow it, so that text stays readable.'),
    'background.color.light': honoured,
    'background.color.dark': honoured,
    'background.image': honouredAs(
      'A file of the docs folder, or a vendored one of another host. Text stands on it as it is: choose a faint one.',
    ),
    'background.image.light': honoured,
    'background.image.dark': honoured,
    'background.decoration': honouredAs('Not beside a picture.'),
    fonts: holds('font'),
    'font.heading': holds('font'),
    'font.body': holds('font'),
    'font.family': honouredAs(
      'Without a `source` readers see it only if their machine has it; Inter and JetBrains Mono are carried.',
    ),
    'font.weight': honoured,
    'font.source': honouredAs('A file of the docs folder, or a vendored one of another host.'),
    'font.format': honoured,
    styling: honoured,
    'styling.eyebrows': honoured,
    'styling.codeblocks': honouredAs('The nine colors that readers tell apart, made readable.'),
    'styling.codeblocks.theme': honoured,
    'styling.codeblocks.theme.light': honoured,
    'styling.codeblocks.theme.dark': honoured,
    'styling.codeblocks.languages': reported('Grammars of your own are not read.'),
    'styling.latex': replaced('Formulas are recognized by themselves.'),
    thumbnails: honoured,
    'thumbnails.background': replaced(
      'The picture itself stands for every page (`og:image`), once the site has an address.',
    ),
    'thumbnails.appearance': reported('No picture is made for each page.'),
    'thumbnails.fonts': reported('No picture is made for each page.'),
  }
}

function listChrome(): Treatments {
  return {
    navbar: honoured,
    'navbar.links': holds('link'),
    'navbar.primary': holds('link'),
    'link.label': honoured,
    'link.href': honoured,
    'link.url': honoured,
    'link.name': honoured,
    'link.icon': holds('icon'),
    'link.iconType': replaced('Icons have one style.'),
    'link.type': honoured,
    'icon.name': honoured,
    'icon.library': reported('One library serves the whole site: `icons.library`.'),
    'icon.style': replaced('Icons have one style.'),
    footer: honoured,
    'footer.socials': honoured,
    'footer.socials.*': honoured,
    'footer.links': honoured,
    'footer.links.header': honoured,
    'footer.links.items': holds('link'),
    banner: honoured,
    'banner.content': honoured,
    'banner.type': honoured,
    'banner.color': honouredAs('Its text is white or black, whichever can be read.'),
    'banner.color.light': honoured,
    'banner.color.dark': honoured,
    'banner.dismissible': honoured,
    interaction: honoured,
    'interaction.drilldown': honoured,
    ...listMenu(),
    metadata: honoured,
    'metadata.timestamp': honouredAs('The day of the last commit that changed a page, among the last 5,000.'),
    markdown: honoured,
    'markdown.schema': reported('The Markdown of a page holds what its author wrote.'),
    'markdown.instructions': reported('The Markdown of a page holds what its author wrote.'),
  }
}

/** The menu of a page. */
function listMenu(): Treatments {
  const withoutServer = ['assistant', 'mcp', 'add-mcp', 'cursor', 'vscode', 'devin-mcp']
  const notOffered = ['download-pdf', 'devin', 'devin-desktop', 'download-spec']
  return {
    contextual: honoured,
    'contextual.options': honouredAs('Links to an assistant need the address of the site.'),
    ...Object.fromEntries(withoutServer.map((name) => [`contextual.options=${name}`, reported(needsServer)])),
    ...Object.fromEntries(notOffered.map((name) => [`contextual.options=${name}`, reported('It is not offered.')])),
    'contextual.options.title': honoured,
    'contextual.options.description': reported('An entry of the menu has one line.'),
    'contextual.options.icon': honoured,
    'contextual.options.href': honoured,
    'contextual.options.href.base': honoured,
    'contextual.options.href.query': honoured,
    'contextual.options.href.query.key': honoured,
    'contextual.options.href.query.value': honoured,
    'contextual.options.href.query.value=$mcp': reported(needsServer),
    'contextual.display': replaced('The menu stands under the title.'),
  }
}

function listSearch(): Treatments {
  return {
    search: honoured,
    'search.prompt': honoured,
    seo: honoured,
    'seo.indexing': honoured,
    'seo.metatags': honoured,
    'seo.metatags.*': honouredAs(
      '`canonical` is a link and not a tag; pictures of the docs folder get their whole address.',
    ),
    'seo.paths': honoured,
    'seo.paths.path': honoured,
    'seo.paths.metatags': honoured,
    'seo.paths.metatags.*': honoured,
    'seo.organization': honouredAs('For search engines, where the address of the site is known.'),
    'seo.organization.name': honoured,
    'seo.organization.url': honoured,
    'seo.organization.logo': honoured,
    'seo.organization.sameAs': honoured,
    'seo.trailingSlash': replaced('The host answers both forms of an address.'),
  }
}

function listApi(): Treatments {
  return {
    api: honoured,
    'api.openapi': holds('openapi'),
    'openapi.source': honoured,
    'openapi.directory': honoured,
    'openapi.overlays': reported('Overlays are not applied: write the finished description.'),
    'api.asyncapi': holds('asyncapi'),
    'asyncapi.source': honoured,
    'asyncapi.directory': honoured,
    'api.playground': reported(noPlayground),
    'api.params': honoured,
    'api.params.expanded': honoured,
    'api.params.post': honoured,
    'api.url': replaced('Every request shows the whole address.'),
    'api.examples': honoured,
    'api.examples.languages': honoured,
    'api.examples.defaults': honouredAs('Without it requests have what is required and what has an example.'),
    'api.examples.prefill': reported(noPlayground),
    'api.examples.autogenerate': honoured,
    'api.mdx': honoured,
    'api.mdx.server': honoured,
    'api.mdx.auth': reported('Operations that are written by hand show no authorization.'),
    'api.baseUrl': reported('It is called `api.mdx.server` now.'),
    'api.auth': reported('It is called `api.mdx.auth` now.'),
    'api.request': reported('It is called `api.examples` now.'),
    'api.paramFields': reported('It is called `api.params` now.'),
    'api.maintainOrder': replaced('Operations stand in the order of their file.'),
  }
}

/** One table for everything inside `navigation`, since every part of it may hold every other. */
function listNavigation(): Treatments {
  const parts = [
    'languages',
    'versions',
    'products',
    'tabs',
    'dropdowns',
    'anchors',
    'menu',
    'groups',
    'pages',
    'global',
  ]
  const labels = ['language', 'version', 'product', 'tab', 'dropdown', 'anchor', 'item', 'group', 'page', 'name']
  return {
    navigation: honoured,
    ...Object.fromEntries(parts.map((name) => [`navigation.${name}`, holds('navigation')])),
    ...Object.fromEntries([...labels, 'label', 'title'].map((name) => [`navigation.${name}`, honoured])),
    'navigation.$ref': honoured,
    'navigation.href': honoured,
    'navigation.icon': holds('icon'),
    'navigation.iconType': replaced('Icons have one style.'),
    'navigation.tag': honoured,
    'navigation.description': honouredAs('In menus and beside the sidebar, not on tabs.'),
    'navigation.hidden': honoured,
    'navigation.default': honoured,
    'navigation.root': honoured,
    'navigation.expanded': honoured,
    'navigation.collapsed': honoured,
    'navigation.directory': honoured,
    'navigation.public': honoured,
    'navigation.openapi': holds('openapi'),
    'navigation.asyncapi': holds('asyncapi'),
    'navigation.graphql': reported('Descriptions in GraphQL are not read.'),
    'navigation.sdk': reported('Descriptions of libraries are not read.'),
    'navigation.sourceRef': reported('Only files of the exported repository are read.'),
    'navigation.align': honouredAs('Of a tab.'),
    'navigation.color': honouredAs('Of the icon of an anchor or a dropdown.'),
    'navigation.color.light': honoured,
    'navigation.color.dark': honoured,
    'navigation.banner': holds('banner'),
    'navigation.footer': holds('footer'),
    'navigation.navbar': holds('navbar'),
    'navigation.searchable': honoured,
    'navigation.boost': honouredAs(
      'Of the pages in it that set none; words count from 1 to 7, and those of a title 7 from the start.',
    ),
  }
}

function listServices(): Treatments {
  return {
    integrations: honouredAs('Each of them is reported.'),
    'integrations.*': reported(loadsScript),
    analytics: reported(loadsScript),
    assistant: reported(needsAssistant),
    chat: reported(needsAssistant),
    playground: reported(noPlayground),
    feedback: honoured,
    'feedback.suggestEdit': honouredAs(
      `An address for “Edit this page”, such as \`${exampleEditAddress}\`; \`$file\` is the page's file in the docs folder.`,
    ),
    'feedback.suggestEdit=true': reported(
      `It does not say where the files are. Write an address such as \`${exampleEditAddress}\`.`,
    ),
    'feedback.*': reported(noFeedback),
    variations: reported(needsServer),
    baseUrl: reported('The address of the site is given when it is built.'),
    'styling.stylesheet': reported('It is no setting of docs.json.'),
  }
}

/** Names of the older mint.json. Those that have another name in docs.json are read under it. */
function listMint(): Treatments {
  const read = [
    'openapi',
    'topbarLinks',
    'topbarCtaButton',
    'footerSocials',
    'modeToggle',
    'anchors',
    'tabs',
    'versions',
  ]
  return {
    ...Object.fromEntries(read.map((name) => [`mint.${name}`, honoured])),
    'mint.navigation': honoured,
    'mint.layout': replaced(oneLayout),
    'mint.sidebar': replaced(oneLayout),
    'mint.rounded': replaced(oneLayout),
    'mint.topbar': replaced(oneLayout),
    'mint.primaryTab': replaced('The first tab is called “Documentation”.'),
    'mint.topAnchor': replaced('The logo leads to the first page.'),
    'mint.isWhiteLabeled': honouredAs('Pages name no maker of the site.'),
    'mint.mintlify': reported('It is of no use here.'),
    'mint.backgroundImage': reported('It is called `background.image` in docs.json.'),
    'mint.background': reported('It is called `background.decoration` in docs.json.'),
    'mint.font': reported('It is called `fonts` in docs.json.'),
    'mint.eyebrow': reported('It is called `styling.eyebrows` in docs.json.'),
    'mint.codeBlock': reported('It is called `styling.codeblocks` in docs.json.'),
    'mint.footer': reported('It is read from `footerSocials`, or from docs.json.'),
  }
}
