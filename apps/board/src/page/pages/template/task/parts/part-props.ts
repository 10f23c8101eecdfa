import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import type { Editing } from '../../flow/use-editing.ts';

/** The properties of an editor for a part of a task. Each change is saved immediately. */
export interface PartProps {
  readonly template: ReleaseResponse;
  readonly task: TaskResponse;
  readonly editing: Editing;
  readonly missingPermission: string | null;
}
