import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const headings = '## First\n\nText.\n\n## Second\n\nText.\n'

const configuration = {
  name: 'Small',
  footer: { socials: { github: 'https://github.com/example/small' } },
  navigation: {
    groups: [{ group: 'Start', pages: ['index', 'wide', 'center', 'frame', 'custom', 'classes', 'over'] }],
  },
}

const files: Record<string, string> = {
  'docs.json': JSON.stringify(configuration),
  'index.mdx': `---\ntitle: Home\nmode: default\n---\n\n${headings}`,
  'wide.mdx': `---\ntitle: Wide\nmode: wide\n---\n\n${headings}`,
  'center.mdx': `---\ntitle: Center\nmode: "center"\n---\n\n${headings}`,
  'frame.mdx': `---\ntitle: Frame\nmode: frame\n---\n\n<div className="px-4">\n\n${headings}\n</div>\n`,
  'custom.mdx': `---\ntitle: Custom\nmode: custom\n---\n\n<div className="px-4 py-16">\n<h2 id="own" className="mt-12">Own</h2>\n\n${headings}\n</div>\n`,
  'classes.mdx': `---
title: Classes
---

<div id="row" className="flex gap-4 rounded-xl border p-6 sm:p-[40px] shadow-sm">One</div>
<p id="lead" className="mt-4 text-lg text-gray-500 dark:text-zinc-400">
  A line of its own
</p>
<img id="light" className="block dark:hidden" src="/a.svg" />
<img id="dark" className="hidden dark:block" src="/a.svg" />
<a id="group" className="group block" href="/">
  <h3 id="inside" className="mt-12 group-hover:underline">Inside a link</h3>
</a>
<div className="space-y-4 divide-y [&_p]:mt-2 max-md:hidden hero-of-the-author">Two</div>
`,
  'over.mdx': `---
title: Over everything
mode: custom
---

<div className="fixed inset-0 z-[99999] bg-black bg-[url(https://evil.example/a.png)]">Over</div>
<div className="[background:url(https://evil.example/b.png)] before:content-[url(https://evil.example/c.png)]">Two</div>
<div className="[.site-header:has(~_*_&)]:hidden [&,.site-header]:hidden [@import_url(https://evil.example/d.css)]:flex">Three</div>
`,
  'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
  'theme.css': `.hero-of-the-author { color: rgb(1, 2, 3); }
.prose :where(h2) { margin-top: 0; }
h3 { margin-top: 0; }
`,
}

/** A page for each mode, one of classes, and one that wants to cover the reader's controls and to ask another host. */
export async function writeSmallSite(work: string): Promise<string> {
  const root = await mkdtemp(join(work, 'small-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
  return root
}
