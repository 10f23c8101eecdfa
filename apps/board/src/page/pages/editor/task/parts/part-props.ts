import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { Editing } from '../../flow/use-editing.ts';

/** The properties of an editor for a part of a task. Each part takes effect when it is added or saved. */
export interface PartProps {
  readonly plan: ReleaseResponse;
  readonly task: TaskResponse;
  readonly editing: Editing;
  /** Whether the user or the state of the task allows no change. */
  readonly isReadOnly: boolean;
}
