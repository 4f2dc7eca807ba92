/** Shows the desk bell, in the local accent color. */
export function Mark() {
  return (
    <svg viewBox="0 0 26 26" aria-hidden="true" className="block size-[26px] flex-none text-accent-ink">
      <path d="M5.25 16v-3.75a7.75 7.75 0 0 1 15.5 0V16z" fill="currentColor" />
      <path d="M2.5 18.5h21M13 4.2V2.4" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
      <path d="M9.75 21.25a3.25 3.25 0 0 0 6.5 0z" fill="currentColor" />
    </svg>
  );
}
