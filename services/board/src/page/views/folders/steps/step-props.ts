import type { FolderAnswer } from '@slipway/wire';

/** What a dialog about a step with a folder is given. */
export interface StepProps {
  readonly folder: FolderAnswer;
  readonly close: () => void;
  /** shows what has become of it */
  readonly done: () => Promise<void> | void;
}
