interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(cause: unknown): void
}

/**
 * Lets questions that come at the same time share a query. One that comes alone is asked at once; while queries are
 * under way, others gather and go together with the next. Nothing is remembered: each answer is read from the database
 * after its question came.
 */
export function askTogether<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  { queriesAtOnce, questionsAtMost }: { queriesAtOnce: number; questionsAtMost: number },
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = []
  let running = 0

  async function askNext(): Promise<void> {
    const group = waiting.splice(0, questionsAtMost)
    running += 1
    try {
      const answers = await ask(group.map(({ question }) => question))
      group.forEach(({ resolve }, at) => {
        resolve(answers[at] as Answer)
      })
    } catch (cause) {
      for (const { reject } of group) reject(cause)
    } finally {
      running -= 1
      if (waiting.length > 0) askNext()
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (running < queriesAtOnce) askNext()
    })
}
