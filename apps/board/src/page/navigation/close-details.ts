/** Closes an expanded section, and moves the focus to its summary. */
export function closeDetails(details: HTMLDetailsElement | null): void {
  if (details === null) return;
  details.open = false;
  details.querySelector('summary')?.focus();
}
