import { Option } from 'commander'

/** An option that may be given several times. */
export function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be given again`).argParser((value: string, earlier: string[] = []) => [
    ...earlier,
    value,
  ])
}
