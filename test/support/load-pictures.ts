import type { OnRoot } from './evaluate-on-root.ts'

/** Pictures that fail call their handlers late, and lazy ones not before they are near: they load now, and are waited for. */
export const loadPictures: OnRoot<void> = async (root) => {
  await Promise.all(
    [...root.querySelectorAll('img')].map((image) => {
      image.loading = 'eager'
      return (
        image.complete || new Promise((done) => ['load', 'error'].map((name) => image.addEventListener(name, done)))
      )
    }),
  )
}
