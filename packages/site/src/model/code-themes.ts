/**
 * The colors of the themes that `styling.codeblocks` may name: background, text, then those of our classes of tokens in
 * the order of `codeColors`. A theme has some hundred rules; a reader tells these nine apart.
 */
const themes: Readonly<Record<string, string>> = {
  andromeeda: '23262e d5ced9 c74ded 96e072 f39c12 ffe66d ffe66d f92672 ffe66d a0a1a7 ee5d43',
  'aurora-x': '07090f dddddd c792ea c3e88d f78c6c 82aaff ffcb6b f07178 c792ea 546e7a 89ddff',
  'ayu-dark': '10141c bfbdb6 ff8f40 aad94c d2a6ff ffb454 59c2ff 39bae6 ffb454 5a6673 f29668',
  'ayu-light': 'fcfcfc 5c6166 fa8532 86b300 a37acc eba400 22a4e6 55b4d4 eba400 adaeb1 f2a191',
  'ayu-mirage': '242936 cccac2 ffa659 d5ff80 dfbfff ffcd66 73d0ff 5ccfe6 ffcd66 6e7c8f f29e74',
  'catppuccin-frappe': '303446 c6d0f5 ca9ee6 a6d189 ef9f76 8caaee e5c890 8caaee e5c890 949cbb 949cbb',
  'catppuccin-latte': 'eff1f5 4c4f69 8839ef 40a02b fe640b 1e66f5 df8e1d 1e66f5 df8e1d 7c7f93 7c7f93',
  'catppuccin-macchiato': '24273a cad3f5 c6a0f6 a6da95 f5a97f 8aadf4 eed49f 8aadf4 eed49f 939ab7 939ab7',
  'catppuccin-mocha': '1e1e2e cdd6f4 cba6f7 a6e3a1 fab387 89b4fa f9e2af 89b4fa f9e2af 9399b2 9399b2',
  'dark-plus': '1e1e1e d4d4d4 569cd6 ce9178 b5cea8 dcdcaa 4ec9b0 569cd6 9cdcfe 6a9955 d4d4d4',
  'dracula-soft': '282a36 f6f6f4 f286c4 e7ee98 bf9eee 62e884 97e1f1 f286c4 62e884 7b7f8b f286c4',
  dracula: '282a36 f8f8f2 ff79c6 f1fa8c bd93f9 50fa7b 8be9fd ff79c6 50fa7b 6272a4 ff79c6',
  'everforest-dark': '2d353b d3c6aa e67e80 dbbc7f d699b6 a7c080 7fbbb3 e69875 dbbc7f 859289 d3c6aa',
  'everforest-light': 'fdf6e3 5c6a72 f85552 dfa000 df69ba 8da101 3a94c5 f57d26 dfa000 939f91 5c6a72',
  'github-dark-default': '0d1117 e6edf3 ff7b72 a5d6ff 79c0ff d2a8ff ffa657 7ee787 79c0ff 8b949e ff7b72',
  'github-dark-dimmed': '22272e adbac7 f47067 96d0ff 6cb6ff dcbdfb f69d50 8ddb8c 6cb6ff 768390 f47067',
  'github-dark-high-contrast': '0a0c10 f0f3f6 ff9492 addcff 91cbff dbb7ff ffb757 72f088 91cbff bdc4cc ff9492',
  'github-dark': '24292e e1e4e8 f97583 9ecbff 79b8ff b392f0 b392f0 85e89d b392f0 6a737d f97583',
  'github-light-default': 'ffffff 1f2328 cf222e 0a3069 0550ae 8250df 953800 116329 0550ae 6e7781 cf222e',
  'github-light-high-contrast': 'ffffff 0e1116 a0111f 032563 023b95 622cbc 702c00 024c1a 023b95 66707b a0111f',
  'github-light': 'ffffff 24292e d73a49 032f62 005cc5 6f42c1 6f42c1 22863a 6f42c1 6a737d d73a49',
  'gruvbox-dark-hard': '1d2021 ebdbb2 fb4934 b8bb26 d3869b fabd2f fabd2f 8ec07c fabd2f 928374 a89984',
  'gruvbox-dark-medium': '282828 ebdbb2 fb4934 b8bb26 d3869b fabd2f fabd2f 8ec07c fabd2f 928374 a89984',
  'gruvbox-dark-soft': '32302f ebdbb2 fb4934 b8bb26 d3869b fabd2f fabd2f 8ec07c fabd2f 928374 a89984',
  'gruvbox-light-hard': 'f9f5d7 3c3836 9d0006 79740e 8f3f71 b57614 b57614 427b58 b57614 928374 7c6f64',
  'gruvbox-light-medium': 'fbf1c7 3c3836 9d0006 79740e 8f3f71 b57614 b57614 427b58 b57614 928374 7c6f64',
  'gruvbox-light-soft': 'f2e5bc 3c3836 9d0006 79740e 8f3f71 b57614 b57614 427b58 b57614 928374 7c6f64',
  'horizon-bright': 'fdf0ed 333333 8a31b9 f6661e dc3318 1d8991 f77d26 da103f dc3318 333333 333333',
  horizon: '1c1e26 dddddd b877db fab795 f09483 25b0bc fac29a e95678 f09483 bbbbbb bbbbbb',
  houston: '17191e eef0f9 54b9ff ffd493 ffd493 00daef acafff 54b9ff 4bf3c8 eef0f9 eef0f9',
  'kanagawa-dragon': '181616 c5c9c5 8992a7 8a9a7b a292a3 8ba4b0 8ea4a2 c4b28a 8992a7 737c73 9e9b93',
  'kanagawa-lotus': 'f2ecbc 545464 624c83 6f894e b35b79 4d699b 597b75 77713f 624c83 716e61 4e8ca2',
  'kanagawa-wave': '1f1f28 dcd7ba 957fb8 98bb6c d27e99 7e9cd8 7aa89f e6c384 957fb8 727169 9cabca',
  laserwave: '27212e ffffff 40b4c4 b4dce7 b381c5 eb64b9 a96bc0 74dfc4 eb64b9 91889b 7b6995',
  'light-plus': 'ffffff 000000 0000ff a31515 098658 795e26 267f99 800000 e50000 008000 000000',
  'material-theme-darker': '212121 eeffff 89ddff c3e88d f78c6c 82aaff ffcb6b f07178 c792ea 545454 89ddff',
  'material-theme-lighter': 'fafafa 90a4ae 39adb5 91b859 f76d47 6182b8 e2931d e53935 9c3eda 90a4ae 39adb5',
  'material-theme-ocean': '0f111a babed8 89ddff c3e88d f78c6c 82aaff ffcb6b f07178 c792ea 464b5d 89ddff',
  'material-theme-palenight': '292d3e babed8 89ddff c3e88d f78c6c 82aaff ffcb6b f07178 c792ea 676e95 89ddff',
  'material-theme': '263238 eeffff 89ddff c3e88d f78c6c 82aaff ffcb6b f07178 c792ea 546e7a 89ddff',
  'min-dark': '1f1f1f b392f0 f97583 9db1c5 f8f8f8 b392f0 b392f0 ffab70 b392f0 6b737c f97583',
  'min-light': 'ffffff 212121 d32f2f 2b5581 1976d2 6f42c1 6f42c1 22863a 6f42c1 c2c3c5 d32f2f',
  monokai: '272822 f8f8f2 f92672 e6db74 ae81ff a6e22e a6e22e f92672 a6e22e 88846f f92672',
  'night-owl-light': 'fbfbfb 403f53 994cc3 4876d6 aa0982 4876d6 4876d6 994cc3 4876d6 989fb1 0c969b',
  'night-owl': '011627 d6deeb c792ea ecc48d f78c6c 82aaff c5e478 caece6 c5e478 637777 7fdbca',
  nord: '2e3440 d8dee9 81a1c1 a3be8c b48ead 88c0d0 8fbcbb 81a1c1 8fbcbb 616e88 eceff4',
  'one-dark-pro': '282c34 abb2bf c678dd 98c379 d19a66 61afef e5c07b e06c75 d19a66 7f848e abb2bf',
  'one-light': 'fafafa 383a42 a626a4 50a14f 986801 4078f2 c18401 e45649 986801 a0a1a7 383a42',
  plastic: '21252b a9b2c3 e06c75 98c379 56b6c2 b57edc e5c07b e5c07b d19a66 5f6672 a9b2c3',
  poimandres: '1b1e28 a6accd a6accd 5de4c7 5de4c7 add7ff a6accd 5de4c7 91b4d5 767c9d a6accd',
  red: '390000 f8f8f8 f12727 cd8d8d 994646 fec758 fec758 fec758 fec758 e7c0c0 f12727',
  'rose-pine-dawn': 'faf4ed 575279 286983 ea9d34 d7827e d7827e 56949f 56949f 907aa9 9893a5 797593',
  'rose-pine-moon': '232136 e0def4 3e8fb0 f6c177 ea9a97 ea9a97 9ccfd8 9ccfd8 c4a7e7 6e6a86 908caa',
  'rose-pine': '191724 e0def4 31748f f6c177 ebbcba ebbcba 9ccfd8 9ccfd8 c4a7e7 6e6a86 908caa',
  'slack-dark': '222222 e6e6e6 569cd6 ce9178 b5cea8 dcdcaa 4ec9b0 569cd6 9cdcfe 6a9955 d4d4d4',
  'slack-ochin': 'ffffff 000000 7b30d0 a44185 174781 7eb233 0444ac 0444ac df8618 357b42 7b30d0',
  'snazzy-light': 'fafbfc 565869 f767bb cf9c00 ff5c57 09a1ed 13bbb7 13bbb7 565869 adb1c2 adb1c2',
  'solarized-dark': '002b36 839496 859900 2aa198 d33682 268bd2 cb4b16 268bd2 93a1a1 586e75 859900',
  'solarized-light': 'fdf6e3 657b83 859900 2aa198 d33682 268bd2 cb4b16 268bd2 93a1a1 93a1a1 859900',
  'synthwave-84': '262335 dddddd fede5d ff8b39 f97e72 36f9f6 fe4450 72f1b8 fede5d 848bbd fede5d',
  'tokyo-night': '1a1b26 a9b1d6 bb9af7 9ece6a ff9e64 7aa2f7 c0caf5 f7768e bb9af7 51597d 89ddff',
  vesper: '101010 ffffff a0a0a0 99ffe4 ffc799 ffc799 ffc799 ffc799 a0a0a0 8b8b8b a0a0a0',
  'vitesse-black': '000000 dbd7ca 4d9375 c98a7d 4c9a91 80a665 5da994 4d9375 bd976a 758575 444444',
  'vitesse-dark': '121212 dbd7ca 4d9375 c98a7d 4c9a91 80a665 5da994 4d9375 bd976a 758575 666666',
  'vitesse-light': 'ffffff 393a34 1e754f b56959 2f798a 59873a 2e8f82 1e754f b07d48 a0ada0 999999',
}

/** The custom properties that a theme's colors go to. */
export const codeColors = [
  'code-keyword',
  'code-string',
  'code-number',
  'code-function',
  'code-type',
  'code-tag',
  'code-attribute',
  'code-comment',
  'code-quiet',
] as const

export interface CodeTheme {
  background: string
  text: string
  /** In the order of `codeColors`. */
  colors: string[]
}

export function findCodeTheme(name: string): CodeTheme | undefined {
  if (!Object.hasOwn(themes, name)) return undefined
  const [background = '', text = '', ...colors] = (themes[name] ?? '').split(' ').map((digits) => `#${digits}`)
  return { background, text, colors }
}
