/** Text that people take elsewhere. The button is there only where the script can make it work. */
export function Copy({ text, label }: { text: string; label: string }) {
  return (
    <span class="copy">
      <code>{text}</code>
      <button type="button" data-copy={text} aria-label={`Copy ${label}`} hidden>
        Copy
      </button>
    </span>
  )
}

/** A command to run, whole and ready. */
export function CommandLine({ text, label }: { text: string; label: string }) {
  return (
    <div class="command">
      {/* What scrolls must be reached by keyboard. */}
      <section class="scroll" tabindex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <button type="button" data-copy={text} aria-label={`Copy ${label}`} hidden>
        Copy
      </button>
    </div>
  )
}
