/** Sheets and the thread that binds them. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M5 3.5h11.5A2.5 2.5 0 0 1 19 6v14.5H7.5A2.5 2.5 0 0 1 5 18z" class="mark-cover" />
      <path d="M5 17.8A2.5 2.5 0 0 1 7.5 15.5H19" class="mark-sheet" />
      <path d="M9 3.5v12" class="mark-thread" />
    </svg>
  )
}
