import {
  bundleFile,
  chartFolder,
  deltaFile,
  imagesFolder,
  publicKeyFile,
  readmeFile,
  sumsFile,
} from './parcel-names.ts'

/** `README.txt`: what lies in the parcel and what is to be done with it, for somebody who has nothing else to read. */
export function writeSteps(contents: readonly string[], files: readonly string[]): string {
  const has = (name: string) => files.some((file) => file === name || file.startsWith(`${name}/`))
  const steps = [
    'Copy this folder to a disk of the room, and work with the copy.',
    check,
    ...(has(imagesFolder) ? [images] : []),
    ...(has(chartFolder) ? [chart] : []),
    ...(has(bundleFile) ? [bundle] : []),
    ...(has(deltaFile) ? [delta] : []),
  ]
  const list = [...contents, `${sumsFile}: the SHA-256 of every file here but its own.`, `${readmeFile}: this text.`]
  const numbered = steps.map((step, index) => `${index + 1}. ${step.replaceAll('\n', '\n   ')}`)
  return ['In this folder', ...list.map((line) => `- ${line}`), '', 'On the other side', ...numbered, ''].join('\n')
}

const check = `Check it. DIGEST is what the gathering side was told to hand over by another way, KEY.pem the public key of
those who sign, from the same source, and DOMAIN the domain of the site. ${sumsFile} and ${publicKeyFile} of this folder prove nothing by
themselves: whoever could change a file here could change them too.
  bindery air-gap check FOLDER --sha256 DIGEST --public-key KEY.pem --domain DOMAIN
With a ${deltaFile} in it, add --site and the folder or bundle that the site is served from now.
Without Bindery, in this folder, sha256sum finds what was changed or lost (not what was added):
  sha256sum ${sumsFile}
  sha256sum --check --strict --quiet ${sumsFile}
The first line must be DIGEST.`

const images = `Bring the images into the registry of the room, with the digests that images.txt names:
  skopeo copy --all --preserve-digests oci-archive:${imagesFolder}/FILE docker://REGISTRY/NAME:TAG`

const chart = `Install the chart, with the registry of the room in its values:
  helm upgrade --install NAME ${chartFolder}/FOLDER_OR_TGZ --values VALUES.yaml`

const bundle = `Serve the site: place ${bundleFile} where the host reads it, and set staticExport.bundleUrl to that path.`

const delta = `Bring the folder of the site to the next version, or set staticExport.bundleUrl to the path of the delta:
  bindery apply SITE ${deltaFile} --public-key KEY.pem --domain DOMAIN`
