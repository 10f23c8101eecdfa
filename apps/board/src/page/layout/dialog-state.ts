import { signal } from '@preact/signals';

export const isHelpShown = signal(false);
export const isPaletteShown = signal(false);
