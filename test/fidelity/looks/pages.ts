/** A page of a real site, in the ways in which it is looked at. */
export interface Look {
  site: string
  path: string
  width: number
  colorScheme: 'light' | 'dark'
}

// Of each site its home and three pages of different kinds: a landing page, prose with components, a reference.
const pages: Record<string, string[]> = {
  dify: [
    'en/home.html',
    'en/cloud/use-dify/getting-started/introduction.html',
    'en/self-host/deploy/quick-start/docker-compose.html',
    'en/api-reference/chat-messages/send-chat-message.html',
  ],
  fastmcp: ['getting-started/welcome.html', 'updates.html', 'servers/tools.html', 'apps/overview.html'],
  mcp: [
    'docs/2026-07-28/getting-started/intro.html',
    'community/contributing.html',
    'extensions/apps/build.html',
    'specification/draft/schema.html',
  ],
  mintlify: ['index.html', 'changelog.html', 'components/cards.html', 'create/code.html'],
  wandb: ['index.html', 'models.html', 'release-notes/server-releases.html', 'support.html'],
}
const widths = [1440, 900, 390]

/** Sixty in all. Light and dark take turns, so that each page is seen in both, and each width too. */
export function listLooks(sites: string[] | undefined): Look[] {
  return Object.entries(pages).flatMap(([site, paths]) => {
    if (sites && !sites.includes(site)) return []
    return paths.flatMap((path, at) =>
      widths.map((width, turn): Look => ({ site, path, width, colorScheme: (at + turn) % 2 ? 'dark' : 'light' })),
    )
  })
}

/** Also the name of its picture. */
export function nameLook({ site, path, width, colorScheme }: Look): string {
  return `${site}-${path.replace(/\.html$/, '').replaceAll('/', '-')}-${width}-${colorScheme}`
}
