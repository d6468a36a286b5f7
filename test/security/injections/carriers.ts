const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`

/** The places of a repository in which a text can wait for an agent. Each gives the files that hold it. */
const carriers: Record<string, (text: string) => Record<string, string | Buffer>> = {
  page: (text) => ({ 'guide.mdx': page('Guide', text) }),
  'front matter': (text) => ({
    'guide.mdx': `---\ntitle: Guide\ndescription: ${JSON.stringify(text)}\n---\n\nA guide.\n`,
  }),
  'code block': (text) => ({ 'guide.mdx': page('Guide', `\`\`\`sh\n# ${text}\nnpm start\n\`\`\``) }),
  comment: (text) => ({ 'guide.mdx': page('Guide', `{/* ${text} */}\n\nA guide.`) }),
  'alternative text': (text) => ({ 'guide.mdx': page('Guide', `![${text}](/dot.svg)`) }),
  table: (text) => ({ 'guide.mdx': page('Guide', `| Flag | Meaning |\n|---|---|\n| -a | ${text} |`) }),
  snippet: (text) => ({
    'snippets/note.mdx': `${text}\n`,
    'guide.mdx': page('Guide', "import Note from '/snippets/note.mdx'\n\n<Note />"),
  }),
  agents: (text) => ({ 'AGENTS.md': `# For agents\n\n${text}\n` }),
  contributing: (text) => ({ 'CONTRIBUTING.md': `# How to contribute\n\n${text}\n` }),
  settings: (text) => ({ 'docs.json': JSON.stringify({ ...settings, description: text }, null, 2) }),
  description: (text) => ({
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1', description: text },
      paths: { '/pets': { get: { summary: text, responses: { 200: { description: 'All pets' } } } } },
    }),
  }),
  'file name': (text) => ({ [`notes/${text.replace(/[/:]/g, ' ').slice(0, 120)}.mdx`]: page('Notes', text) }),
  'other encoding': (text) => ({
    'old.md': Buffer.concat([Buffer.from(`${text}\n`), Buffer.from([0xe9, 0xff, 0xfe, 0x0a])]),
  }),
  picture: (text) => ({ 'art.svg': `<svg xmlns="http://www.w3.org/2000/svg"><desc>${text}</desc></svg>\n` }),
  style: (text) => ({ 'style.css': `/* ${text} */\nbody { color: black }\n` }),
}

const settings = {
  $schema: 'https://mintlify.com/docs.json',
  name: 'Site',
  theme: 'mint',
  colors: { primary: '#0f766e' },
  navigation: { pages: ['index'] },
}

/** A small sound site with the text in it. */
export function carryText(carrier: string, text: string): Record<string, string | Buffer> {
  const carry = carriers[carrier]
  if (!carry) throw new Error(`There is no carrier ${carrier}.`)
  return {
    'docs.json': JSON.stringify(settings, null, 2),
    'index.mdx': page('Index', 'Where to begin.'),
    'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    ...carry(text),
  }
}
