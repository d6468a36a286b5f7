import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

export interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }>; headers?: Record<string, unknown> }>
}

/** Holds every answer against the service's own description: documented status, media type, schema and headers. */
export function createAnswerCheck(description: Description) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', components: description.components })
  const operations = new Map(
    Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => [operation.operationId, operation] as const),
    ),
  )
  const compiled = new Map<object, ValidateFunction>()

  return function checkAnswer(operationId: string, answer: Response, body: unknown): void {
    const operation = operations.get(operationId)
    if (!operation) throw new Error(`${operationId} is not described in openapi.json`)
    const described = operation.responses[answer.status]
    if (!described) throw new Error(`${operationId} answered ${answer.status}, which is not described`)
    for (const name of ['x-request-id', 'ratelimit', 'ratelimit-policy']) {
      if (answer.status !== 401 && !answer.headers.get(name)) throw new Error(`${operationId} answered without ${name}`)
    }
    if (!described.content) return
    const mediaType = answer.headers.get('content-type')?.split(';')[0] ?? ''
    const schema = described.content[mediaType]?.schema
    if (!schema) throw new Error(`${operationId} answered ${answer.status} as ${mediaType}, which is not described`)
    const validate = compiled.get(schema) ?? ajv.compile(absolute(schema))
    compiled.set(schema, validate)
    if (!validate(body)) throw new Error(`${operationId} ${answer.status}: ${ajv.errorsText(validate.errors)}`)
  }
}

function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'))
}
