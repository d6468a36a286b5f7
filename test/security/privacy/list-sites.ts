import type { SiteFiles } from '../export-sites.ts'
import { Canaries } from './canaries.ts'
import { makePrivatePage, type Placement, type PrivatePage } from './make-private-page.ts'
import { frontWays, open, partWays, siteWays, type Way } from './ways.ts'

export interface PrivateSite {
  name: string
  files: SiteFiles
  canaries: Canaries
}

type Placed = PrivatePage & { way: Way; placement: Placement }

/** Where the navigation may put its parts. */
const shapes = { groups: undefined, tabs: 'tab', versions: 'version', languages: 'language' } as const
type Shape = keyof typeof shapes

const placements: readonly Placement[] = [
  'listed',
  'unlisted',
  'root',
  'index',
  'moved',
  'linked',
  'operation',
  'named',
  'generated',
]

/** Every way of being private in every place, in navigations of every shape. */
export function listSites(): PrivateSite[] {
  const all = Object.keys(shapes) as Shape[]
  return [
    ...all.map((shape) => makeSite(shape, frontWays, placements)),
    ...siteWays.map((way, index) => makeSite(all[index + 1] ?? 'groups', [way], placements)),
    // A page that stands in no part of the navigation is not closed by one.
    ...partWays.flatMap((way) =>
      all.slice(1).map((shape) =>
        makeSite(
          shape,
          [way],
          placements.filter((placement) => placement !== 'unlisted'),
        ),
      ),
    ),
  ]
}

/** The same without a secret in it. */
export function makeOpenSite(): PrivateSite {
  return makeSite('groups', [open], placements)
}

/** The same site after a commit that makes every page of it private but one. */
export function closeSite({ files, ...site }: PrivateSite): PrivateSite {
  const closed = Object.entries(files).map(([path, text]) => {
    if (!/^(?:guides|specs)\/|\/index\.mdx$/.test(path)) return [path, text]
    return [
      path,
      String(text).replace('\n---\n', '\ngroups: []\n---\n').replace('"metadata":{}', '"metadata":{"groups":[]}'),
    ]
  })
  return { ...site, files: Object.fromEntries(closed) }
}

function makeSite(shape: Shape, ways: readonly Way[], places: readonly Placement[]): PrivateSite {
  const canaries = new Canaries()
  const pages: Placed[] = ways.flatMap((way) =>
    places
      .filter((placement) => placement !== 'generated' || way.metadata)
      .map((placement) => ({ ...makePrivatePage(canaries, way, placement), way, placement })),
  )
  // In one of the shapes the first page of the site is private too.
  const [first] = ways
  if (shape === 'versions' && first && places.includes('unlisted')) {
    pages.push({ ...makePrivatePage(canaries, first, 'listed', 'index'), way: first, placement: 'listed' })
  }
  const files: SiteFiles = {
    'docs.json': JSON.stringify(writeDocs(shape, pages, canaries)),
    'open.mdx': `---\ntitle: Open\npublic: true\n---\n${writeLinks(pages)}`,
    'closed.mdx': '---\ntitle: Closed\ngroups: []\n---\nNothing.',
    ...Object.assign({}, ...pages.map((page) => page.files)),
  }
  return { name: shape, files, canaries }
}

function writeDocs(shape: Shape, pages: readonly Placed[], canaries: Canaries): object {
  const hrefs = pages
    .filter(({ placement }) => placement === 'linked')
    .map(({ path }) => ({ label: 'x', href: `/${path}` }))
  const moved = pages.filter(({ placement }) => placement === 'moved')
  const [way] = pages.map((page) => page.way)
  const groups = pages.filter(({ placement }) => placement !== 'unlisted').map((page) => writeGroup(page, canaries))
  return {
    name: 'Site',
    navigation: {
      ...way?.navigation,
      ...shapeNavigation(shape, groups, way),
      global: { anchors: hrefs.map(({ href }) => ({ anchor: 'x', href })) },
    },
    navbar: { links: hrefs },
    footer: { links: [{ header: 'x', items: hrefs }] },
    redirects: [
      ...moved.map(({ path }, index) => ({ source: `/old/${index}`, destination: `/${path}#part` })),
      ...moved.map(({ path }) => ({ source: `/${path}`, destination: '/open' })),
    ],
    ...way?.docs,
  }
}

/** The open page stands alone, so that a part may be closed whole. */
function shapeNavigation(shape: Shape, groups: object[], way: Way | undefined): object {
  const start = { group: 'Start', public: true, pages: ['open'] }
  const label = shapes[shape]
  if (label === undefined) return { groups: [start, ...groups] }
  return {
    [shape]: [
      { [label]: 'en', groups: [start] },
      { [label]: 'fr', ...way?.division, groups },
    ],
  }
}

function writeGroup({ path, operation, placement, way }: Placed, canaries: Canaries): object {
  // What is closed as a whole has no name either.
  const group = way.group || way.division ? canaries.make('group', `${way.name}, ${placement}`) : 'Group'
  const [spec = ''] = operation.split(' ')
  const fields = { group, ...way.group }
  if (placement === 'root') return { ...fields, root: path, directory: 'card', pages: ['closed'] }
  if (placement === 'operation' || placement === 'generated') return { ...fields, openapi: spec }
  if (placement === 'named') return { ...fields, pages: [operation] }
  return { ...fields, pages: [path] }
}

function writeLinks(pages: readonly Placed[]): string {
  const linked = pages.filter(({ placement }) => placement === 'linked')
  const lines = linked.flatMap(({ path }, index) => [
    `import Page${index} from '/${path}.mdx'`,
    '',
    `[x](/${path}) [x](/${path}.mdx#part) [x](./${path}) <a href="/${path}">x</a>`,
    '',
    `<Card title="x" href="/${path}" />`,
    '',
    `<Page${index} />`,
    '',
    `<Snippet file="${path}.mdx" />`,
    '',
    `[x][${index}]`,
    '',
    `[${index}]: /${path}`,
    '',
  ])
  return lines.join('\n')
}
