// Pictures, fonts, films and archives.
const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|mov|ogg|wav|pdf|zip|gz|tgz|br|wasm)$/i

/** Whether nobody reads a file of this name as text. */
export function isBinaryName(path: string): boolean {
  return binary.test(path)
}
