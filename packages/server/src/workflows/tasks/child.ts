import { serveTasks } from '@bindery/site'
import { handlers } from './handlers.ts'

/** The entry of a task process: whatever reads an author's bytes in bulk, beside rendering, happens here. */
serveTasks(handlers)
