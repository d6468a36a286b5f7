/** What stands where in a parcel. Each but the sums is there only if it was gathered. */
export const BUNDLE = 'bundle.tar.gz'
export const DELTA = 'delta.tar.gz'
export const PUBLIC_KEY = 'bindery.pem'
export const IMAGES = 'images.txt'
export const IMAGE_ARCHIVES = 'images'
export const CHART = 'chart'
export const FILES = 'files'
export const README = 'README.txt'
/** Names every other file, in the format of `sha256sum`, so that a room without Bindery can check it too. */
export const SUMS = 'SHA256SUMS'
