/** `honoured`: it has the documented effect. A list: so have these values. A sentence: why a static site has no use for it. */
type Support = 'honoured' | readonly string[] | { ignored: string }

const yes = 'honoured'
const none = {}
const icon = { icon: yes, iconType: yes, iconLibrary: yes, library: yes } as const
const callout = { title: yes, ...icon } as const
const kinds = ['info', 'warning', 'note', 'tip', 'check', 'danger'] as const
const sizes = ['p', 'h2', 'h3', 'h4'] as const
const field = { type: yes, required: yes, deprecated: yes, default: yes, initialValue: yes } as const
const tab = { title: yes, value: yes, ...icon } as const
const columns = { cols: ['1', '2', '3', '4'] } as const
const step = { title: yes, stepNumber: yes, titleSize: sizes, noAnchor: yes, ...icon } as const
const noControls = { ignored: 'a diagram is drawn as large as it is and has no controls.' }

/** Options of a fence that have no effect, and why; any other that is not known has none either. */
export const ignoredOptions: Readonly<Record<string, string>> = {
  twoslash: 'types are not computed when a site is exported.',
  theme: 'code has the colors of the site.',
  actions: noControls.ignored,
  placement: noControls.ignored,
}

/** The colors that have a hue of their own in the theme; any other is set as it was written. */
export const badgeColors = [
  'gray',
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'purple',
  'white',
  'surface',
  'white-destructive',
  'surface-destructive',
] as const

/** These every component takes: they go to the element that it renders. */
export const sharedProps: ReadonlySet<string> = new Set(['id', 'className', 'style'])

/**
 * Every component and every property that its documentation names or that we take beside it. One that is not here, or that
 * has no effect, is named in the report when a page sets it.
 */
export const componentProps: ReadonlyMap<string, Readonly<Record<string, Support>>> = new Map(
  Object.entries({
    Accordion: { title: yes, description: yes, defaultOpen: yes, ...icon },
    AccordionGroup: none,
    Badge: {
      color: yes,
      size: ['xs', 'sm', 'md', 'lg'],
      shape: ['rounded', 'pill'],
      stroke: yes,
      disabled: yes,
      ...icon,
    },
    Banner: { title: yes },
    Callout: { title: yes, color: yes, ...icon },
    Card: {
      title: yes,
      href: yes,
      img: yes,
      cta: yes,
      arrow: yes,
      color: yes,
      horizontal: yes,
      type: kinds,
      ...icon,
    },
    CardGroup: columns,
    Check: callout,
    CodeBlock: {
      language: yes,
      meta: yes,
      code: yes,
      filename: yes,
      title: yes,
      icon: yes,
      lines: yes,
      wrap: yes,
      nocopy: yes,
      expandable: yes,
      highlight: yes,
      focus: yes,
    },
    CodeGroup: { dropdown: yes },
    Color: { variant: ['compact', 'table'] },
    'Color.Item': { name: yes, value: yes },
    'Color.Row': { title: yes },
    Column: none,
    Columns: columns,
    Danger: callout,
    Expandable: { title: yes, defaultOpen: yes },
    FileTree: none,
    Frame: { caption: yes, hint: yes },
    'GitHub.Repo': { repo: yes, variant: ['inset', 'flat'] },
    Icon: { name: yes, src: yes, color: yes, size: yes, ...icon },
    Info: callout,
    Latex: { tex: yes, display: yes },
    Math: { tex: yes, display: yes },
    Mermaid: { code: yes, chart: yes, actions: noControls, placement: noControls },
    Note: callout,
    Panel: none,
    ParamField: {
      path: yes,
      query: yes,
      body: yes,
      header: yes,
      name: yes,
      placeholder: { ignored: 'there is no playground with a field to fill.' },
      ...field,
    },
    Prompt: { description: yes, actions: ['copy', 'cursor', 'chatgpt', 'claude'], ...icon },
    RequestExample: { dropdown: yes },
    ResponseExample: { dropdown: yes },
    ResponseField: { name: yes, pre: yes, post: yes, ...field },
    Step: step,
    Steps: { titleSize: sizes },
    Tab: tab,
    Tabs: { defaultTabIndex: yes, sync: yes, borderBottom: yes },
    Tile: { href: yes, title: yes, description: yes },
    Tip: callout,
    Tooltip: { tip: yes, headline: yes, cta: yes, href: yes },
    Tree: none,
    'Tree.File': { name: yes, highlight: yes, comment: yes },
    'Tree.Folder': { name: yes, highlight: yes, defaultOpen: yes, openable: yes },
    Update: { label: yes, date: yes, description: yes, tags: yes, rss: yes },
    View: tab,
    Visibility: { for: ['humans', 'agents'] },
    Warning: callout,
  } satisfies Record<string, Readonly<Record<string, Support>>>),
)
