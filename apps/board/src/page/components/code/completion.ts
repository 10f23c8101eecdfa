/** A text that the editor offers. */
export interface CompletionOption {
  readonly label: string;
  /** The inserted text, if it differs from the label. */
  readonly text?: string;
}

/** The offered texts, and the number of characters before the cursor that they replace. */
export interface Completions {
  readonly length: number;
  readonly options: readonly CompletionOption[];
}

/**
 * Returns the completions for the text before the cursor; null if there are none. `isRequested`: the user has pressed
 * Ctrl-Space, so that an empty word is completed, too.
 */
export type Complete = (textBefore: string, isRequested: boolean) => Completions | null;
