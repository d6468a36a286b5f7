/** `{ [key]: value }`, or nothing at all: an absent setting leaves no trace in the plan. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}
