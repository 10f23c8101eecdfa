import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { Editing } from '../../flow/use-editing.ts';

/** What the editors of parts of a task are given: each change of theirs is done at once. */
export interface PartProps {
  readonly template: ReleaseResponse;
  readonly task: TaskResponse;
  readonly editing: Editing;
  readonly missingPermission: string | null;
}
