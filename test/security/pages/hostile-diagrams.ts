import type { Mark } from './marks.ts'

type Diagram = (mark: Mark) => string

const flowchart = (...lines: string[]) => ['flowchart LR', 'A[x] --> B', ...lines].join('\n  ')
const sequence = (...lines: string[]) => ['sequenceDiagram', 'participant A', 'A->>B: x', ...lines].join('\n  ')
const withConfig = (config: unknown, diagram: string) => `%%{init: ${JSON.stringify(config)}}%%\n${diagram}`
const picture = (address: string) => `A["<img src='${address}' />"] --> B`

/** Each is written so that Mermaid understands it: what is refused as a mistake was not tried. */
export const diagrams: Diagram[] = [
  // Shapes that lead somewhere, or call.
  ({ run }) => flowchart(`click A call ${run}`, 'click B __pwned "tip"'),
  ({ run }) => flowchart(`click A "javascript:${run}"`, `click B href "JaVaScRiPt:${run}" _self`),
  ({ run }) => flowchart(`click A href "java#9;script:${run}"`, `click B href "#106;avascript:${run}"`),
  ({ run }) => flowchart(`click A href "data:text/html,<script>parent.${run}</script>" _top`),
  ({ run }) => flowchart(`click A href "https://x/#quot; onmouseover=#quot;${run}"`),
  ({ run }) => withConfig({ securityLevel: 'loose' }, flowchart(`click A call ${run}`, `click B "javascript:${run}"`)),
  ({ run }) => `---\nconfig:\n  securityLevel: loose\n  secure: []\n---\n${flowchart(`click A "javascript:${run}"`)}`,
  // Labels.
  ({ run }) => flowchart(`C["<img src=x onerror=${run}>"] --> D["<script>${run}</script>"]`),
  ({ run }) => flowchart(`C["<svg onload=${run}><a href='javascript:${run}'>x</a></svg>"]`),
  ({ run }) => flowchart(`C["\`**x** <img src=x onerror=${run}> [x](javascript:${run})\`"]`),
  ({ run }) => flowchart(`C["#lt;img src=x onerror=${run}#gt;"] -->|"#60;script#62;${run}#60;/script#62;"| D`),
  ({ run }) =>
    flowchart(`C["</text></svg><img src=x onerror=${run}>"]`, `subgraph S ["<img src=x onerror=${run}>"]`, 'A', 'end'),
  ({ run }) =>
    flowchart(`C["<iframe srcdoc='<script>parent.${run}</script>'></iframe>"]`, `accTitle: <img src=x onerror=${run}>`),
  ({ run, url }) => flowchart(`C["<style>@import '${url}'</style><form action='javascript:${run}'>x</form>"]`),
  ({ url }) => `flowchart LR\n  ${picture(url)}`,
  ({ url }) => withConfig({ htmlLabels: true, flowchart: { htmlLabels: true } }, `flowchart LR\n  ${picture(url)}`),
  ({ url }) => withConfig({ dompurifyConfig: { ADD_TAGS: ['img', 'script'] } }, `flowchart LR\n  ${picture(url)}`),
  // Styles, by statement and by setting.
  ({ url }) => flowchart(`style A background:url(${url}),fill:url(${url})`),
  ({ url }) => flowchart(`classDef x cursor:URL(${url}),filter:url('${url}')`, 'class A x'),
  ({ url }) => flowchart(`style A mask:u\\72l(${url})`, 'linkStyle 0 stroke:red'),
  ({ url }) => flowchart(`style A background:#117;rl(${url})`),
  ({ url }) => flowchart(`style A background:image-set("${url}" 1x)`),
  ({ url }) => withConfig({ themeCSS: `* { background: url(${url}) !important }` }, flowchart()),
  ({ url }) => `---\nconfig:\n  themeCSS: "* { background: url(${url}) }"\n---\n${flowchart()}`,
  ({ url }) => withConfig({ themeCSS: `} @import '${url}'; * {` }, flowchart()),
  ({ url }) => withConfig({ theme: 'base', themeVariables: { lineColor: `red;background:url(${url})` } }, flowchart()),
  ({ url }) => withConfig({ fontFamily: `x;background:url(${url})` }, flowchart()),
  ({ run, url }) => withConfig({ themeCSS: `</style><img src=${url} onerror=${run}><style>` }, flowchart()),
  ({ run }) => withConfig({ __proto__: { x: 1 }, constructor: { prototype: { x: run } } }, flowchart()),
  // Pictures.
  ({ url }) => flowchart(`C@{ img: "${url}", label: "x", w: 60, h: 60 }`),
  ({ url }) => flowchart(`C@{ "\\u0069mg": "${url}", "label": "x" }`),
  ({ run }) => flowchart(`C@{ img: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${run}'/>" }`),
  ({ url }) => flowchart(`C@{ icon: "x:${url}", form: "square", label: "fa:fa-user x" }`),
  // Sequences.
  ({ run }) => sequence(`link A: x @ javascript:${run}`, `links A: {"y": "javascript:${run}"}`),
  ({ url }) => sequence(`properties A: {"icon": "${url}"}`),
  ({ url }) => sequence(`properties A: {"\\u0069con": "${url}", "class": "x"}`),
  ({ run }) => withConfig({ sequence: { forceMenus: true } }, sequence(`link A: x @ javascript:${run}`)),
  ({ run, url }) =>
    sequence('details A: bindery-content', `rect url(${url})`, `A->>B: <img src=x onerror=${run}>`, 'end'),
  ({ run }) => sequence(`participant C as <img src=x onerror=${run}>`, `Note over A: #lt;svg onload=${run}#gt;`),
  // Other kinds.
  ({ run }) =>
    `classDiagram\n  class A["<img src=x onerror=${run}>"]\n  A : +x()\n  link A "javascript:${run}"\n  callback A "${run}"`,
  ({ run }) => `classDiagram\n  class A\n  click A href "javascript:${run}"\n  note for A "<script>${run}</script>"`,
  ({ run }) =>
    `stateDiagram-v2\n  state "<img src=x onerror=${run}>" as s\n  [*] --> s : <svg onload=${run}>\n  note right of s : <b onclick=${run}>x</b>`,
  ({ run }) => `erDiagram\n  "<img src=x onerror=${run}>" ||--o{ B : "<script>${run}</script>"`,
  ({ run }) =>
    `gantt\n  title <img src=x onerror=${run}>\n  dateFormat YYYY-MM-DD\n  section x\n  t :t1, 2024-01-01, 3d\n  click t1 href "javascript:${run}"\n  click t1 call ${run}`,
  ({ run }) => `pie title <img src=x onerror=${run}>\n  "<script>${run}</script>" : 3\n  "x" : 4`,
  ({ run }) => `gitGraph\n  commit id: "<img src=x onerror=${run}>" tag: "<svg onload=${run}>"`,
  ({ run }) =>
    `journey\n  title <img src=x onerror=${run}>\n  section <b onclick=${run}>x</b>\n    <script>${run}</script>: 3: Me`,
  ({ run }) => `timeline\n  title <img src=x onerror=${run}>\n  2002 : <svg onload=${run}>`,
  ({ run, url }) =>
    `C4Context\n  Person(a, "<img src=x onerror=${run}>", "x", $sprite="${url}", $link="javascript:${run}")`,
  ({ run }) =>
    `---\nconfig:\n  kanban:\n    ticketBaseUrl: 'javascript:${run}//#TICKET#'\n---\nkanban\n  x[<img src=x onerror=${run}>]\n    y[y]@{ ticket: z }`,
  ({ run }) => `block-beta\n  a["<img src=x onerror=${run}>"] b\n  a -- "<script>${run}</script>" --> b`,
  ({ run }) =>
    `quadrantChart\n  title <img src=x onerror=${run}>\n  x-axis "<svg onload=${run}>" --> "y"\n  P: [0.3, 0.6]`,
  ({ run }) =>
    `xychart-beta\n  title "<img src=x onerror=${run}>"\n  x-axis ["<script>${run}</script>", b]\n  bar [1, 2]`,
  ({ run }) => `sankey-beta\n\n"<img src=x onerror=${run}>",B,10`,
  ({ run }) => `packet-beta\n  0-15: "<img src=x onerror=${run}>"`,
  ({ run }) => `mindmap\n  root["<img src=x onerror=${run}>"]`,
]
