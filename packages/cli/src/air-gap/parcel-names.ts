/** What stands where in a parcel. Each but the sums is there only if it was gathered. */
export const bundleFile = 'bundle.tar.gz'
export const deltaFile = 'delta.tar.gz'
export const publicKeyFile = 'bindery.pem'
export const imagesFile = 'images.txt'
export const imagesFolder = 'images'
export const chartFolder = 'chart'
export const filesFolder = 'files'
export const readmeFile = 'README.txt'
/** Names every other file, in the format of `sha256sum`, so that a room without Bindery can check it too. */
export const sumsFile = 'SHA256SUMS'
