import type { FolderAnswer } from '@slipway/wire';

/** What a dialog about a step with a folder is given. */
export interface StepProps {
  readonly folder: FolderAnswer;
  readonly close: () => void;
  /** Shows the result */
  readonly done: () => Promise<void> | void;
}
