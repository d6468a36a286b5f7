import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { imageFolder, readPictures } from '../e2e/pictures/read-pictures.ts'

const maxBytes = 300 * 1024

/** Every picture is one that the command took, and none is large. `npm run e2e` says which show what is no longer so. */
export function checkPictures(): string[] {
  const records = readPictures()
  const names = globSync('**/*.png', { cwd: imageFolder }).map((path) => path.replace(/\.png$/, ''))
  const gone = Object.keys(records).filter((name) => !names.includes(name))
  return [
    ...gone.map((name) => `docs/images/${name}.png is not there. Run: npm run screenshots -- --only ${name}`),
    ...names.sort().flatMap((name) => {
      const bytes = readFileSync(`${imageFolder}/${name}.png`)
      const size = Math.ceil(bytes.length / 1024)
      return [
        ...(bytes.length > maxBytes ? [`docs/images/${name}.png has ${size} KB; 300 are allowed.`] : []),
        ...(records[name]?.file === hash('sha256', bytes)
          ? []
          : [`docs/images/${name}.png was not taken by: npm run screenshots -- --only ${name}`]),
      ]
    }),
  ]
}
