export { HostError, type HostErrorCode } from './host-error.ts'
export { type ServedPath, type ServePathOptions, servePath } from './serve-path.ts'
