import { serveTasks } from '@bindery/site'
import { handlers } from './handlers.ts'
import { forgetKnownFiles } from './source/survey/known-files.ts'
import { forgetDigests } from './source/survey/open-digests.ts'

/** The entry of a task process: whatever reads an author's bytes in bulk, beside rendering, happens here. */
serveTasks(handlers, () => {
  forgetKnownFiles()
  forgetDigests()
})
