import { badgeColors } from '../../packages/site/src/render/components/props/component-props.ts'

/** What an author writes: how the renderer reads it decides, see `checkReading` in components.ts. */
export type PropertyType = 'text' | 'flag' | 'number' | 'content' | 'color' | 'address' | 'icon' | 'list' | 'lines'

export const typeNames: Readonly<Record<PropertyType, string>> = {
  text: 'text',
  content: 'text or JSX',
  flag: '`true` or `false`',
  number: 'number',
  color: 'CSS color, such as `#0d7a5f`',
  address: 'path or URL',
  icon: 'icon name, path of an image, one character, or JSX',
  list: 'text or list of texts',
  lines: 'lines, such as `"1,3-5"` or `{[1, 3]}`',
}

interface Property {
  type: PropertyType | { values: string }
  meaning: string
}

const text = (meaning: string): Property => ({ type: 'text', meaning })
const content = (meaning: string): Property => ({ type: 'content', meaning })
const flag = (meaning: string): Property => ({ type: 'flag', meaning })
const number = (meaning: string): Property => ({ type: 'number', meaning })
const color = (meaning: string): Property => ({ type: 'color', meaning })
const address = (meaning: string): Property => ({ type: 'address', meaning })
const list = (meaning: string): Property => ({ type: 'list', meaning })
const lines = (meaning: string): Property => ({ type: 'lines', meaning })
const values = (values: string, meaning: string): Property => ({ type: { values }, meaning })

const libraries = '`lucide`, `fontawesome`, `tabler`'

/** By name, or by component and name where a component means something of its own. */
export const properties: Readonly<Record<string, Property>> = {
  actions: list('the buttons; default: `copy`'),
  arrow: flag('shows an arrow; default: only for links to other sites'),
  body: text('the name, if it is part of the body'),
  borderBottom: flag('shows a line below the tabs'),
  caption: content('the text below'),
  chart: text('the diagram, in the language of Mermaid'),
  code: text('the code; default: the content of the element'),
  'Mermaid.code': text('the diagram, in the language of Mermaid'),
  color: color('the color'),
  'Badge.color': values(`${badgeColors.map((name) => `\`${name}\``).join(', ')}, or a CSS color`, 'the color'),
  'Card.color': color('the color of the icon'),
  cols: number('the number of columns; default: 2'),
  comment: text('a note after the name'),
  cta: text('the words of the link'),
  date: text('the day; used if there is no `label`'),
  default: content('the default value'),
  defaultOpen: flag('is open at first'),
  defaultTabIndex: number('the tab that is selected at first, counted from 0'),
  deprecated: flag('shows that it is deprecated'),
  description: content('a line of explanation'),
  disabled: flag('looks disabled'),
  display: flag('shows the formula on its own line'),
  dropdown: flag('shows a menu instead of tabs'),
  expandable: flag('shows the first lines and opens on click'),
  filename: text('the title; the same as `title`'),
  focus: lines('makes all other lines paler'),
  for: text('who sees the content'),
  header: text('the name, if it is a header'),
  headline: content('a title above the explanation'),
  highlight: flag('marks the entry'),
  'CodeBlock.highlight': lines('marks these lines'),
  hint: content('the text above'),
  horizontal: flag('puts the icon to the left of the text'),
  href: address('where it links to'),
  icon: { type: 'icon', meaning: 'the icon' },
  iconLibrary: values(libraries, 'the icon set; default: the setting `icons.library`'),
  iconType: values('`solid`, `regular`, `light`, `thin`, `brands`', 'the style, in Font Awesome only'),
  img: address('an image above the text'),
  initialValue: content('the same as `default`'),
  label: content('the title of the entry, such as a version or a day'),
  language: text('the language of the code'),
  library: values(libraries, 'the same as `iconLibrary`'),
  lines: flag('shows line numbers'),
  meta: text('options as after the language of a fence'),
  name: text('the name'),
  'Icon.name': { type: 'icon', meaning: 'the same as `icon`' },
  noAnchor: flag('shows no link icon next to the title'),
  nocopy: flag('shows no copy button'),
  openable: flag('lets the reader open and close it; default: `true`'),
  path: text('the name, if it is part of the path'),
  post: list('labels after the name'),
  pre: list('labels before the name'),
  query: text('the name, if it is a query parameter'),
  repo: text('`owner/name` or the address of the repository'),
  required: flag('shows that it is required'),
  rss: values('`{{ title, description }}`', 'the words in the RSS feed'),
  shape: text('the form of the corners'),
  size: number('the size in pixels'),
  'Badge.size': text('the size'),
  src: { type: 'icon', meaning: 'the same as `icon`' },
  stepNumber: number('the number of the step; default: counted'),
  stroke: flag('shows a border instead of a background'),
  sync: flag('selects the tab of the same title everywhere on the site; default: `true`'),
  tags: list('labels that readers can filter by'),
  tex: text('the formula, in LaTeX'),
  tip: content('the explanation'),
  title: content('the title'),
  'CodeBlock.title': text('the title'),
  'Expandable.title': text('the title'),
  titleSize: text('the level of the heading; `p` is no heading'),
  type: content('the data type'),
  'Card.type': text('the look of a callout of this kind'),
  value: text('the title, if there is no `title`'),
  'Color.Item.value': values('CSS color, or `{{ light, dark }}`', 'the color, or one for each mode'),
  variant: text('the look'),
  wrap: flag('breaks long lines'),
}
