/** A page that does not look as it did when somebody last looked. */
export interface ChangedLook {
  name: string
  /** Of its picture, from 0 to 1. */
  share: number
  /** In pixels; none if it is new. */
  heightBefore: number | undefined
  heightNow: number
}

/** A page for people: each changed page before and now, beside each other. */
export function renderChanges(changed: ChangedLook[]): string {
  const rows = [...changed].sort((one, other) => other.share - one.share).map(renderChange)
  return `<!doctype html>
<meta charset="utf-8">
<title>Changed pages</title>
<style>
  body { font: 15px system-ui; margin: 24px; }
  section { border-top: 1px solid #ccc; padding: 16px 0; }
  div { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
  img { max-width: 100%; border: 1px solid #ccc; }
</style>
<h1>${changed.length} pages look different</h1>
${rows.join('\n')}
`
}

function renderChange({ name, share, heightBefore, heightNow }: ChangedLook): string {
  const heights = heightBefore === undefined ? 'new' : `${heightBefore} px high before, ${heightNow} px now`
  const picture = (when: string) =>
    `<figure><figcaption>${when}</figcaption><img src="${when}/${name}.png" alt="${name} ${when}" loading="lazy"></figure>`
  return `<section><h2>${name}: ${(share * 100).toFixed(0)} %, ${heights}</h2><div>${picture('before')}${picture('now')}</div></section>`
}
