/** Where an attempt would leave its trace if the build ran it. */
export interface Canaries {
  /** A file that is there afterwards only if code ran. */
  file: string
  /** The name of an environment variable of the build; its value may stand nowhere in the site. */
  variable: string
  /** A file beside the docs folder, relative to it; its text may stand nowhere in the site. */
  outside: string
  /** Answers only to code that ran. */
  url: string
}

type Attempt = (canaries: Canaries) => string

const write = ({ file }: Canaries) => `require("node:fs").writeFileSync(${JSON.stringify(file)}, "x")`
const viaProcess = ({ file }: Canaries) => `process.getBuiltinModule("fs").writeFileSync(${JSON.stringify(file)}, "x")`
const inText = (script: string) => JSON.stringify(script)

/** Whole pages that ask the host for something: to write a file, to end the build, to show a secret, to call out. */
export const pageAttempts: Attempt[] = [
  (canaries) => `{${write(canaries)}}`,
  (canaries) => `{${viaProcess(canaries)}}`,
  () => '{process.exit(7)}',
  () => '{process.kill(process.pid, "SIGKILL")}',
  () => '{process.abort()}',
  ({ variable }) => `{process.env.${variable}}`,
  ({ variable }) => `{globalThis.process.env["${variable}"]}`,
  ({ variable }) => `{JSON.stringify(process.env)} {Object.values(process.env)} {\`\${process.env.${variable}}\`}`,
  (canaries) => `{eval(${inText(viaProcess(canaries))})}`,
  (canaries) => `{(0, eval)(${inText(viaProcess(canaries))})}`,
  (canaries) => `{Function(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{new Function(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{(() => {}).constructor(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{[].map.constructor(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{"x".constructor.constructor(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{({})["constructor"]["constructor"](${inText(viaProcess(canaries))})()}`,
  (canaries) => `{"x"["at"]["constructor"](${inText(viaProcess(canaries))})()}`,
  (canaries) => `{["x"].map(Function(${inText(viaProcess(canaries))}))}`,
  (canaries) => `{(5).toFixed.constructor(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{Math.max.constructor(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{JSON.stringify.constructor(${inText(viaProcess(canaries))})()}`,
  (canaries) => `{Object.keys.constructor.call(null, ${inText(viaProcess(canaries))})()}`,
  (canaries) => `{((a) => a.constructor(${inText(viaProcess(canaries))})())(() => 1)}`,
  (canaries) => `{"x".replace("x", () => ${write(canaries)})}`,
  (canaries) => `{setTimeout(${inText(viaProcess(canaries))}, 0)}`,
  (canaries) => `{(async () => ${viaProcess(canaries)})()}`,
  (canaries) => `{(function* () { yield ${viaProcess(canaries)} })().next()}`,
  (canaries) => `{new (class { constructor() { ${viaProcess(canaries)} } })()}`,
  (canaries) => `{new Proxy({}, { get: () => ${viaProcess(canaries)} }).x}`,
  (canaries) => `{({ get x() { return ${viaProcess(canaries)} } }).x}`,
  (canaries) => `{String({ toString: () => ${viaProcess(canaries)} })}`,
  (canaries) => `{\`\${{ toString() { return ${viaProcess(canaries)} } }}\`}`,
  (canaries) => `{[1].toSorted({ call: () => ${viaProcess(canaries)} })}`,
  (canaries) => `{Reflect.apply(eval, null, [${inText(viaProcess(canaries))}])}`,
  (canaries) => `{import("data:text/javascript," + ${inText(viaProcess(canaries))})}`,
  (canaries) => `{import("node:fs").then((fs) => fs.writeFileSync(${JSON.stringify(canaries.file)}, "x"))}`,
  (canaries) => `import fs from "node:fs"\n\n{fs.writeFileSync(${JSON.stringify(canaries.file)}, "x")}`,
  (canaries) => `import { execSync } from "node:child_process"\n\n{execSync("touch ${canaries.file}")}`,
  (canaries) => `import { env } from "node:process"\n\n{env.${canaries.variable}} {JSON.stringify(env)}`,
  (canaries) => `import * as p from "process"\n\n{p.env.${canaries.variable}}`,
  (canaries) => `export const x = ${viaProcess(canaries)}\n\n{x}`,
  (canaries) => `export const x = (() => ${viaProcess(canaries)})()\n\n{x}`,
  (canaries) => `export default ${viaProcess(canaries)}`,
  (canaries) => `export function A() { ${viaProcess(canaries)}; return <b>x</b> }\n\n<A />`,
  (canaries) => `export const A = () => { useEffect(() => { ${viaProcess(canaries)} }); return <b>x</b> }\n\n<A />`,
  (canaries) =>
    `export const A = () => { const [x] = useState(() => ${viaProcess(canaries)}); return <b>{x}</b> }\n\n<A />`,
  (canaries) => `export const getStaticProps = async () => { ${viaProcess(canaries)} }\n\nx`,
  (canaries) => `<Card title={${viaProcess(canaries)}} {...${viaProcess(canaries)}}>x</Card>`,
  (canaries) => `<div ref={(x) => ${viaProcess(canaries)}} style={{ color: ${viaProcess(canaries)} }}>x</div>`,
  ({ url }) => `{fetch("${url}")} {await fetch("${url}")}`,
  ({ url }) => `import x from "${url}/x.mdx"\n\n<x />`,
  ({ url }) => `{new WebSocket("${url}")} {navigator.sendBeacon("${url}")}`,
  ({ outside }) => `import Outside from "../${outside}"\n\n<Outside />`,
  ({ outside }) => `import Outside from "/../${outside}"\n\n<Outside />`,
  ({ outside }) => `import Outside from "/%2e%2e/${outside}"\n\n<Outside />`,
  ({ outside }) => `<Snippet file="../${outside}" /> <Snippet file="../../${outside}" />`,
  ({ outside }) => `<Snippet file="/../${outside}" /> <Snippet file="snippets/../../${outside}" />`,
  () => 'import Linked from "/snippets/linked.mdx"\n\n<Linked />',
  () => '![x](/linked.txt) [x](/linked.txt) [x](/linked-folder/outside.txt)',
  ({ outside }) => `![x](../${outside}) [x](../${outside}) [x](/..%2f${outside}) <img src="../${outside}" />`,
  () => '$\\input{/etc/hostname}$ $$\\include{../outside}$$ $\\includegraphics{../outside.png}$',
  () => '{({}).__proto__.polluted = "x"} {Object.assign(Object.prototype, { polluted: "x" })}',
  () =>
    'export const x = { __proto__: { polluted: "x" }, constructor: { prototype: { polluted: "x" } } }\n\n<Card {...x} {...x.__proto__}>x</Card>',
]

/** What a page may begin with in other tools, where it is run. */
export const headAttempts: Attempt[] = [
  (canaries) => `---js\nmodule.exports = { title: ${viaProcess(canaries)} }\n---\n\nx`,
  (canaries) => `---javascript\n{ title: ${viaProcess(canaries)} }\n---\n\nx`,
  (canaries) => `---coffee\ntitle: ${viaProcess(canaries)}\n---\n\nx`,
  (canaries) => `---json\n{ "title": ${JSON.stringify(viaProcess(canaries))} }\n---\n\nx`,
  (canaries) => `---\ntitle: !!js/function "function () { ${viaProcess(canaries).replaceAll('"', "'")} }"\n---\n\nx`,
  (canaries) =>
    `---\ntitle: !<tag:yaml.org,2002:js/function> 'function(){${viaProcess(canaries).replaceAll('"', '`')}}'\n---\n\nx`,
  (canaries) => `---\ntitle: !!python/object/apply:os.system ["touch ${canaries.file}"]\n---\n\nx`,
  ({ outside }) => `---\ntitle: !include ../${outside}\ndescription: !!binary ../${outside}\n---\n\nx`,
  (canaries) =>
    `---\ntitle: "{${viaProcess(canaries).replaceAll('"', "'")}}"\ndescription: "\${${viaProcess(canaries).replaceAll('"', "'")}}"\n---\n\nx`,
  ({ variable }) =>
    `---\ntitle: "\${${variable}} $${variable} {{process.env.${variable}}} <%= process.env.${variable} %>"\n---\n\nx`,
  () =>
    '---\n__proto__: { polluted: x }\nconstructor: { prototype: { polluted: x } }\n? __proto__\n: { title: x }\n---\n\nx',
  ({ outside }) => `---\nopenapi: "../${outside} GET /x"\n---\n\nx`,
]
