import type { Answer } from '../send-request.ts'

/** What differs between any two answers of the same request. */
const PASSING = /^(date|x-request-id|ratelimit)$/i

/** Every byte of an answer but for its own names and its time. */
export function withoutNames({ status, rawHeaders, text }: Answer): string {
  const lines = rawHeaders
    .flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]]] : []))
    .filter(([name = '']) => !PASSING.test(name))
    .map((pair) => pair.join(': '))
  return [status, ...lines, text.replace(/"requestId":"[^"]*"/, '"requestId":""')].join('\n')
}
