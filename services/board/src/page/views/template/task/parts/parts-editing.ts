import type { ReleaseResponse, TaskResponse } from '@slipway/wire';
import type { Editing } from '../../flow/edit.ts';

/** What the editors of parts of a task are given: each change of theirs is done at once. */
export interface PartProps {
  readonly template: ReleaseResponse;
  readonly task: TaskResponse;
  readonly editing: Editing;
  readonly missingPermission: string | null;
}
