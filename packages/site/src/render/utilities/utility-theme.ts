/**
 * What the compiler of utility classes starts from: its own scale, with the names as pages of this format mean them,
 * which are those of its third version, and the colors and faces of the site. Darkness comes in three ways: chosen, set
 * by the author, or the system's.
 */
export const utilityTheme = `
@import "tailwindcss/theme.css" theme(inline);

@theme inline {
  --color-primary: var(--accent);
  --color-primary-light: var(--accent);
  --color-primary-dark: var(--accent);
  --text-color-primary: var(--accent-text);
  --text-color-primary-light: var(--accent-text);
  --text-color-primary-dark: var(--accent-text);
  --color-background-light: var(--page);
  --color-background-dark: var(--page);
  --font-sans: var(--font-body);
  --font-mono: var(--font-code);
  --container-8xl: 90rem;

  --radius-sm: 0.125rem;
  --shadow-sm: 0 1px 2px 0 rgb(0 0 0 / 0.05);
  --drop-shadow-sm: 0 1px 1px rgb(0 0 0 / 0.05);
  --blur-sm: 4px;
  --backdrop-blur-sm: 4px;
  --default-ring-width: 3px;
}

@custom-variant dark {
  @media (prefers-color-scheme: dark) {
    &:where(:root:not([data-bindery-theme], [data-bindery-appearance="light"]) *) {
      @slot;
    }
  }
  &:where([data-bindery-theme="dark"] *, [data-bindery-appearance="dark"]:not([data-bindery-theme]) *) {
    @slot;
  }
}

@tailwind utilities;
`
