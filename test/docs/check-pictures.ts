import { globSync, statSync } from 'node:fs'
import { dashboardPictures } from '../e2e/dashboard/dashboard-pictures.ts'
import { imageFolder } from '../e2e/pictures/picture-book.ts'
import { sitePictureNames } from '../e2e/pictures/site-pictures.ts'

const maxBytes = 300 * 1024

/** Checks that each image of the docs is one that `npm run screenshots` takes, that none is missing, and that none is large. */
export function checkPictures(): string[] {
  const taken = [...sitePictureNames, ...Object.values(dashboardPictures)]
  const names = globSync('**/*.png', { cwd: imageFolder }).map((path) => path.replace(/\.png$/, ''))
  const missing = taken.filter((name) => !names.includes(name))
  return [
    ...missing.map((name) => `docs/images/${name}.png is missing. Run: npm run screenshots -- --only ${name}`),
    ...names.sort().flatMap((name) => {
      const { size } = statSync(`${imageFolder}/${name}.png`)
      return [
        ...(size > maxBytes ? [`docs/images/${name}.png has ${Math.ceil(size / 1024)} KB; 300 are allowed.`] : []),
        ...(taken.includes(name)
          ? []
          : [`docs/images/${name}.png is not taken by \`npm run screenshots\`. Remove it.`]),
      ]
    }),
  ]
}
