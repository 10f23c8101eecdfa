import type { FolderResponse } from '@slipway/api-schema/folders';

/** What a dialog about a step with a folder is given. */
export interface FolderDialogProps {
  readonly folder: FolderResponse;
  readonly close: () => void;
  /** Shows the result */
  readonly onDone: () => Promise<void> | void;
}
