/** Places of a page to which text of an author travels; `text` is a JavaScript string literal. */
export const textChannels: Record<string, (text: string) => string> = {
  expression: (text) => `{${text}}`,
  'list of text': (text) => `{[${text}].map((item) => <li key={item}>{item}</li>)}`,
  template: (text) => `{\`\${${text}}\`}`,
  'accordion title': (text) => `<Accordion title={${text}} description={${text}} icon={${text}}>x</Accordion>`,
  badge: (text) => `<Badge color={${text}} icon={${text}} shape={${text}} size={${text}}>x</Badge>`,
  callout: (text) => `<Callout icon={${text}} color={${text}}>x</Callout>`,
  'tip title': (text) => `<Tip title={${text}}>x</Tip>`,
  'card title': (text) => `<Card title={${text}} icon={${text}} color={${text}} cta={${text}} href="/index">x</Card>`,
  'code group': (text) =>
    `<CodeGroup><CodeBlock filename={${text}} language={${text}} icon={${text}}>{${text}}</CodeBlock></CodeGroup>`,
  color: (text) =>
    `<Color><Color.Item name={${text}} value={${text}} /><Color.Item name="x" value={{ light: ${text}, dark: ${text} }} /></Color>`,
  columns: (text) => `<Columns cols={${text}}><Column>x</Column></Columns>`,
  expandable: (text) => `<Expandable title={${text}}>x</Expandable>`,
  frame: (text) => `<Frame caption={${text}} hint={${text}}>x</Frame>`,
  icon: (text) => `<Icon icon={${text}} color={${text}} size={${text}} iconType={${text}} iconLibrary={${text}} />`,
  image: (text) => `<img src="/picture.svg" alt={${text}} title={${text}} width={${text}} className={${text}} />`,
  latex: (text) => `<Latex>{${text}}</Latex>`,
  mermaid: (text) => `<Mermaid chart={${text}} />`,
  'parameter field': (text) =>
    `<ParamField body={${text}} type={${text}} default={${text}} placeholder={${text}} required>x</ParamField>`,
  prompt: (text) => `<Prompt description={${text}} actions={[${text}]} icon={${text}}>{${text}}</Prompt>`,
  'response field': (text) =>
    `<ResponseField name={${text}} type={${text}} default={${text}} pre={[${text}]} post={[${text}]}>x</ResponseField>`,
  step: (text) => `<Steps><Step title={${text}} icon={${text}} stepNumber={${text}}>x</Step></Steps>`,
  style: (text) =>
    `<div style={{ color: ${text}, background: ${text}, [${text}]: "x" }} id={${text}} data-x={${text}} lang={${text}}>x</div>`,
  'style text': (text) => `<div style={${text}}>x</div>`,
  tab: (text) => `<Tabs><Tab title={${text}} icon={${text}} id={${text}}>x</Tab></Tabs>`,
  tile: (text) => `<Tile title={${text}} description={${text}} href="/index">x</Tile>`,
  tooltip: (text) => `<Tooltip tip={${text}} headline={${text}} cta={${text}} href="/index">x</Tooltip>`,
  tree: (text) =>
    `<Tree><Tree.Folder name={${text}}><Tree.File name={${text}} comment={${text}} /></Tree.Folder></Tree>`,
  update: (text) =>
    `<Update label={${text}} description={${text}} tags={[${text}]} rss={{ title: ${text} }}>x</Update>`,
  view: (text) => `<View title={${text}} icon={${text}}>x</View>`,
  'unknown component': (text) => `<Nobody title={${text}} href={${text}}>{${text}}</Nobody>`,
  'unknown card': (text) =>
    `<Nobody title={${text}} subtitle={${text}} description={${text}} icon={${text}} img={${text}}>{${text}}</Nobody>`,
  'class and style of a part': (text) =>
    `<Columns className={${text}} style={{ color: ${text} }} id={${text}}><Badge className={${text}}>x</Badge></Columns>`,
  repository: (text) => `<GitHub.Repo repo={${text}} variant={${text}} />`,
  'card of a kind': (text) => `<Card title="x" type={${text}}>x</Card>`,
  'file tree': (text) => `<FileTree><ul><li>{${text}}<ul><li>{${text}}</li></ul></li></ul></FileTree>`,
  'prompt to open': (text) => `<Prompt actions={["copy", "cursor", "claude"]}>{${text}}</Prompt>`,
}

/** Places of a page at which an address of an author ends in an `href` or a `src`. */
export const addressChannels: Record<string, (text: string) => string> = {
  anchor: (text) => `<a href={${text}}>x</a>`,
  image: (text) => `<img src={${text}} srcSet={${text} + " 1x"} />`,
  card: (text) => `<Card title="x" href={${text}} img={${text}}>x</Card>`,
  'card without a title': (text) => `<Card href={${text}} icon={${text}} arrow>x</Card>`,
  tile: (text) => `<Tile title="x" href={${text}} />`,
  tooltip: (text) => `<Tooltip tip="x" cta="x" href={${text}}>x</Tooltip>`,
  frame: (text) => `<Frame caption={"[x](" + ${text} + ")"}>x</Frame>`,
  icon: (text) => `<Icon icon={${text} + "/x.svg"} />`,
  video: (text) => `<video src={${text}} poster={${text}} controls></video>`,
  picture: (text) => `<picture><source srcSet={${text}} /><img src={${text}} alt="x" /></picture>`,
  frames: (text) => `<iframe src={${text}}></iframe>`,
  'svg link': (text) =>
    `<svg><a href={${text}} xlinkHref={${text}}><text x="9" y="9">x</text></a><use href={${text}} /></svg>`,
  'unknown link': (text) => `<Nobody href={${text}}>x</Nobody>`,
  'unknown card': (text) => `<Nobody title="x" to={${text}} iconSrc={${text}} img={${text}} />`,
  'unknown picture': (text) => `<Nobody src={${text} + ".png"} alt="x" />`,
  'own component': (text) => `{[${text}].map((to) => <Card title="x" href={to} key={to} />)}`,
}

/** The same in Markdown, where the address is written as it is. */
export const markdownAddressChannels: Record<string, (address: string, index: number) => string> = {
  link: (address) => `[x](${address})`,
  'link in angle brackets': (address) => `[x](<${address}>)`,
  image: (address) => `![x](${address})`,
  definition: (address, index) => `[x][d${index}]\n\n[d${index}]: ${address}`,
  'definition in angle brackets': (address, index) => `[x][a${index}] ![x][a${index}]\n\n[a${index}]: <${address}> "t"`,
}

/** Of a fence everything is an author's: its language, what follows it, and its content. */
export const fenceChannels: Record<string, (text: string) => string> = {
  content: (text) => `\`\`\`\`html\n${text}\n\`\`\`\``,
  'content without a language': (text) => `\`\`\`\`\n${text}\n\`\`\`\``,
  'marked content': (text) => `\`\`\`\`js lines {1} title="x"\n${text} // [!code ++]\n\`\`\`\``,
  language: (text) => `~~~~${text}\nx\n~~~~`,
  meta: (text) => `~~~~js title="${text}" icon="${text}" ${text}\nx\n~~~~`,
  mermaid: (text) => `\`\`\`\`mermaid\nflowchart LR\n  A["${text}"] --> B\n  click A "javascript:${text}"\n\`\`\`\``,
  inline: (text) => `A \`\`\` ${text} \`\`\` inside a line.`,
}

/** A whole diagram, as a fence and as a component. */
export const diagramChannels: Record<string, (source: string) => string> = {
  fence: (source) => `\`\`\`\`mermaid\n${source}\n\`\`\`\``,
  component: (source) => `<Mermaid chart={${JSON.stringify(source)}} />`,
}

/** Headings, which also stand in the contents of the page and in what a search finds. */
export const headingChannels: Record<string, (text: string) => string> = {
  heading: (text) => `## {${text}}`,
  'text under a heading': (text) => `### Found\n\n{${text}}`,
}

/** Front matter whose text is shown, or decides how a page is shown. */
export const frontMatterKeys = ['title', 'description', 'sidebarTitle', 'icon', 'tag', 'mode', 'api', 'keywords']
