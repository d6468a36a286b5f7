import type { IRawTheme } from '@shikijs/vscode-textmate'

/**
 * What a reader can tell apart at a glance, and the scopes that mean it. Two letters at most: a class is written
 * some two hundred times on an ordinary page. Plain names and white space carry no class at all.
 * A longer scope wins over a shorter one, whatever the order here.
 */
const scopesByClass = {
  c: [
    'comment',
    'punctuation.definition.comment',
    'string.quoted.docstring',
    'string.quoted.docstring punctuation.definition.string',
    'string.comment',
  ],
  k: [
    'keyword',
    'storage',
    'keyword.operator.new',
    'keyword.operator.expression',
    'keyword.operator.logical.python',
    'keyword.operator.word',
    'keyword.operator.instanceof',
    'keyword.operator.typeof',
    'keyword.operator.delete',
    'constant.language.import-export-all',
    'punctuation.definition.keyword',
    'support.type.primitive.sql',
  ],
  o: ['keyword.operator', 'storage.type.function.arrow', 'punctuation.separator.key-value.mapping'],
  s: ['string', 'punctuation.definition.string', 'constant.other.symbol', 'markup.inline.raw', 'markup.fenced_code'],
  e: [
    'constant.character',
    'punctuation.definition.template-expression',
    'punctuation.section.embedded',
    'constant.other.placeholder',
    'meta.fstring punctuation.definition.expression',
  ],
  r: ['string.regexp', 'constant.other.character-class'],
  n: ['constant.numeric', 'constant.language', 'constant.other.color', 'keyword.other.unit', 'support.constant'],
  v: ['variable.language', 'variable.other.normal.shell', 'punctuation.definition.variable'],
  f: [
    'entity.name.function',
    'support.function',
    'meta.function-call.generic',
    'variable.function',
    'entity.name.command',
    'entity.name.function-call',
  ],
  t: [
    'entity.name.type',
    'entity.name.class',
    'entity.name.namespace',
    'entity.other.inherited-class',
    'support.class',
    'support.type',
    'storage.type.java',
    'storage.type.generic',
  ],
  p: ['variable.parameter'],
  j: ['variable.other.constant', 'constant.other.caps'],
  g: ['entity.name.tag', 'support.class.component', 'punctuation.definition.tag'],
  a: ['entity.other.attribute-name', 'entity.other.attribute', 'constant.other.option'],
  y: [
    'support.type.property-name',
    'support.type.vendored.property-name',
    'meta.object-literal.key',
    'entity.name.tag.yaml',
    'support.type.property-name.toml',
    'variable.other.key',
    'keyword.other.definition.ini',
    'entity.name.section.group-title.ini',
  ],
  d: [
    'meta.decorator',
    'entity.name.function.decorator',
    'punctuation.definition.decorator',
    'meta.attribute.rust',
    'storage.type.annotation',
    'keyword.control.directive',
    'meta.preprocessor',
  ],
  u: ['punctuation', 'meta.brace', 'meta.bracket'],
  h: ['markup.heading', 'entity.name.section', 'meta.diff.header', 'meta.diff.range'],
  b: ['markup.bold'],
  i: ['markup.italic', 'markup.quote'],
  l: ['markup.underline.link', 'string.other.link', 'constant.other.reference.link'],
  z: ['markup.inserted', 'punctuation.definition.inserted'],
  x: ['markup.deleted', 'punctuation.definition.deleted'],
} satisfies Record<string, string[]>

export type TokenClass = keyof typeof scopesByClass

const names = Object.keys(scopesByClass) as TokenClass[]

/**
 * One theme for light and dark: its "colors" are the numbers of the classes, so that the tokenizer's own binary
 * result names the class and no scope list is ever built. CSS gives each class its two real colors.
 */
export const classTheme: IRawTheme = {
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...names.map((name, index) => ({ scope: scopesByClass[name], settings: { foreground: colorOf(index) } })),
  ],
}

/** Which class each entry of a registry's color map stands for; plain text and the background have none. */
export function classesOfColors(colorMap: readonly string[]): (TokenClass | undefined)[] {
  const byColor = new Map(names.map((name, index) => [colorOf(index).toUpperCase(), name]))
  return colorMap.map((color) => byColor.get(color?.toUpperCase()))
}

function colorOf(index: number): string {
  return `#0000${(index + 1).toString(16).padStart(2, '0')}`
}
