import { signal } from '@preact/signals';

/** The id of the phase from which the user restarts the release by its button; null: no such dialog is open. */
export const restartPhase = signal<string | null>(null);
