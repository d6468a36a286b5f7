/** HTTP as this client speaks it, for programs that also fetch from elsewhere. */
export { type FollowOptions, followRedirects } from './follow-redirects.ts'
export { formatAddress } from './format-address.ts'
export { readText } from './read-text.ts'
export { reasonOf } from './reason-of.ts'
export { RequestFailed } from './request-failed.ts'
export { type HttpResponse, type RequestOptions, sendRequest, type Timeouts } from './send-request.ts'
