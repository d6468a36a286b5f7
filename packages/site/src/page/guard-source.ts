export function guardSource(_source: string, _file: string) {}
