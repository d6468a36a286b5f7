export interface DiffLine {
  mark: 'same' | 'del' | 'ins'
  text: string
}

const tags = { same: 'span', ins: 'ins', del: 'del' } as const
const signs = { same: ' ', ins: '+', del: '-' } as const

export function Diff({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <pre class="diff">
      {lines.map(({ mark, text }) => {
        const Tag = tags[mark]
        return <Tag>{`${signs[mark]} ${text}\n`}</Tag>
      })}
    </pre>
  )
}
