import { svgAttributes, svgCamelAttributes, svgElements } from '../../../page/sanitize/html-allow-list.ts'

const words = (text: string) => text.trim().split(/\s+/)
const lower = (names: Iterable<string>) => Array.from(names, (name) => name.toLowerCase())

/** What editors write beside a drawing, by local names in lower case. In no language does a browser know them. */
export const editorElements: ReadonlySet<string> = new Set(
  lower(
    words(`
  RDF Work Agent Bag Seq Alt li Description License format type creator rights date license permits requires prohibits
  publisher contributor source relation language subject description coverage identifier namedview grid guide page
  path-effect perspective templateinfo`),
  ),
)

/** Elements likewise. Whatever the prefix, none of them runs or embeds anything. */
export const allowedElements: ReadonlySet<string> = new Set(
  lower([
    ...editorElements,
    ...svgElements,
    ...words(`
  a image metadata style switch view animate animateColor animateMotion animateTransform mpath set feConvolveMatrix
  feDiffuseLighting feDistantLight feImage fePointLight feSpecularLighting feSpotLight feTile font font-face
  font-face-name font-face-src glyph hkern missing-glyph vkern`),
  ]),
)

/** Attributes without a prefix, likewise; those that hold an address are checked, too. */
export const allowedAttributes: ReadonlySet<string> = new Set(
  lower([
    ...svgAttributes,
    ...svgCamelAttributes,
    ...words(`
  id class style href lang role tabindex focusable target rel title name media type alt crossorigin decoding hidden
  requiredFeatures requiredExtensions systemLanguage externalResourcesRequired zoomAndPan baseProfile
  contentScriptType contentStyleType viewTarget snapshotTime
  attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines from to
  by additive accumulate path keyPoints origin
  alignment-baseline clip color-profile color-rendering cursor font font-feature-settings font-kerning font-size-adjust
  font-stretch font-variation-settings glyph-orientation-horizontal glyph-orientation-vertical inline-size isolation
  kerning lighting-color line-height mask-type mix-blend-mode pointer-events shape-inside shape-padding shape-subtract
  solid-color solid-opacity text-align text-overflow text-indent text-transform unicode-bidi white-space
  bias fx fy glyphRef kernelUnitLength limitingConeAngle method pointsAtX pointsAtY pointsAtZ preserveAlpha side
  spacing specularConstant specularExponent z
  accent-height arabic-form ascent bbox cap-height descent g1 g2 glyph-name hanging horiz-adv-x horiz-origin-x
  horiz-origin-y ideographic k mathematical panose-1 slope stemh stemv u1 u2 underline-position underline-thickness
  unicode unicode-range units-per-em v-alphabetic v-hanging v-ideographic v-mathematical vert-adv-y vert-origin-x
  vert-origin-y widths x-height overline-position overline-thickness strikethrough-position strikethrough-thickness`),
    // Marks of services that make icons and diagrams.
    ...words('p-id t spm-anchor-id codeLine'),
  ]),
)
