import type { Marks } from '../marks.ts'
import { addresses, texts } from '../payloads.ts'
import type { SiteFiles } from '../write-site.ts'

export interface HostileComponents {
  files: SiteFiles
  /** Attempts that are the author's own code: they run where that is allowed, and nowhere else. */
  own: Set<number>
}

/** Does with what a page gives it whatever a careless author would, but make HTML of it. */
const echo = `export const Echo = ({ text, list = [], map = {}, children, ...rest }) => {
  const [given, setGiven] = useState(text)
  useEffect(() => setGiven(text), [])
  const Tag = map.tag ?? 'div'
  return (
    <Tag title={given} className={given} data-x={given} {...rest}>
      {given}{list.map((item) => <i key={item} id={item}>{item}</i>)}
      <a href={map.href} title={map.title}>x</a><img src={map.src} alt={map.title} />
      <svg><a href={map.href} xlinkHref={map.href}><text>x</text></a></svg>
      <button formAction={map.href}>x</button>{children}
    </Tag>
  )
}`

/** Every payload as what a page gives to a component of its author, beside code of the author's in every form. */
export function hostileComponents(marks: Marks): HostileComponents {
  const text = texts.map((payload, index) => {
    const given = JSON.stringify(payload(marks.add(`text ${index} given to a component`)))
    return `<Echo text={${given}} list={[${given}]} map={{ title: ${given}, [${given}]: 1 }}>{${given}}</Echo>`
  })
  const address = addresses.map((payload, index) => {
    const given = JSON.stringify(payload(marks.add(`address ${index} given to a component`)))
    return `<Echo text="x" map={{ href: ${given}, src: ${given} }} {...{ onclick: ${given}, onerror: ${given} }} />`
  })
  const pages = {
    texts: text.join('\n\n'),
    addresses: address.join('\n\n'),
    tags: tags(marks.add('a tag given to a component').run),
    markup: markup(marks.add('markup beside a component').run),
  }
  const imported = Object.entries(pages).map(([name, body]) => [
    `${name}.mdx`,
    `import { Echo } from "/snippets/echo.jsx"\n\n${body}`,
  ])
  const { files, own } = ownCode(marks)
  const config = { name: 'Components', navigation: { pages: [...Object.keys(pages), 'own', 'plain'] } }
  return { files: { ...Object.fromEntries(imported), ...files, 'docs.json': config, 'snippets/echo.jsx': echo }, own }
}

function tags(run: string): string {
  return `<Echo text="${run}" map={{ tag: "script" }}>{"${run}"}</Echo>\n\nexport const C = "script"\n\n<C>{"${run}"}</C>`
}

/** Expressions and handlers of the page itself are text, also on a page with a component. */
function markup(run: string): string {
  return `{${run}}\n\n<b onClick={() => ${run}}>x</b>\n\n<Echo text={${run}} onClick={() => ${run}} />\n\n<Echo text="x" />`
}

/** Code in each place where it may stand; and in each where it looks as if it might. */
function ownCode(marks: Marks): HostileComponents {
  const allowed = ['a script', 'an effect', 'a file that is imported'].map((name) => marks.add(name))
  const [script, effect, top] = allowed.map(({ run }) => run)
  const unused = marks.add('code that no page uses').run
  const component = (name: string, run: string | undefined) =>
    `export const ${name} = () => { useEffect(() => { ${run} }, []); return <b onClick={() => 1}>x</b> }`
  const files = {
    'site.js': script,
    'snippets/own.jsx': `${top}\n${component('Imported', '1')}`,
    'snippets/unused.jsx': `${unused}\n${component('Unused', unused)}`,
    'snippets/unused.js': unused,
    'data.json': JSON.stringify({ [unused]: unused }),
    'plain.mdx': `---\ntitle: x\ndescription: "{${unused}}"\n---\n\n${component('Unused', unused)}\n\nx`,
    'own.mdx': `import { Imported } from "/snippets/own.jsx"\n\n${component('Own', effect)}\n\n${component('Other', unused)}\n\n<Own /><Imported />`,
  }
  return { files, own: new Set(allowed.map(({ id }) => id)) }
}
