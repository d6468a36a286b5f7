import { edit, type Injection, move, write } from '../injections/injection.ts'

const spec = 'openapi: 3.1.0\ninfo:\n  title: Pets\n  version: "1"\npaths: {}\n'
const settings = {
  name: 'Site',
  theme: 'mint',
  colors: { primary: '#0f766e' },
  api: { openapi: ['api/pets.yaml'] },
  navigation: { $ref: './config/navigation.json' },
}

/** What an agent is there for, and must still be able to do. */
export const documentation: Injection = {
  name: 'paths-documentation',
  asks: 'do what it may do',
  carrier: 'page',
  files: () => ({
    'docs.json': JSON.stringify(settings),
    'config/navigation.json': JSON.stringify({ pages: ['index'] }),
    'api/pets.yaml': spec,
    'old.mdx': '---\ntitle: Old\n---\n\nOld.\n',
    'moved.md': '# Moved\n',
    'snippets/note.mdx': 'A note.\n',
  }),
  calls: () => [
    write('guides/new.mdx', '---\ntitle: New\n---\n\nNew.\n'),
    write('guides/plain.md', '# Plain\n'),
    write('\u6307\u5357/\u958b\u59cb.mdx', '---\ntitle: Start\n---\n\nStart.\n'),
    write('images/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>\n'),
    write('tables/prices.csv', 'a,b\n'),
    write('snippets/card.jsx', 'export const Card = () => <b>Card</b>\n'),
    write('es/snippets/card.jsx', 'export const Card = () => <b>Tarjeta</b>\n'),
    edit('snippets/note.mdx', 'A note', 'Another note'),
    edit('api/pets.yaml', 'title: Pets', 'title: All pets'),
    edit('config/navigation.json', '"index"', '"index","guides/new"'),
    edit('docs.json', '"api/pets.yaml"', '"api/pets.yaml","api/openapi-v2.yaml"'),
    write('api/openapi-v2.yaml', spec),
    move('moved.md', 'guides/moved.md'),
    { name: 'delete', input: { path: 'old.mdx' } },
  ],
}

export const documented = [
  'guides/new.mdx',
  'guides/plain.md',
  '\u6307\u5357/\u958b\u59cb.mdx',
  'images/dot.svg',
  'tables/prices.csv',
  'snippets/card.jsx',
  'es/snippets/card.jsx',
  'snippets/note.mdx',
  'api/pets.yaml',
  'config/navigation.json',
  'docs.json',
  'api/openapi-v2.yaml',
  'moved.md',
  'guides/moved.md',
  'old.mdx',
]
