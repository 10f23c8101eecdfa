import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import type { Editing } from '../../flow/edit.ts';

/** What the editors of parts of a task are given: each change of theirs is done at once. */
export interface PartProps {
  readonly template: ReleaseAnswer;
  readonly task: TaskAnswer;
  readonly editing: Editing;
  readonly lacking: string | null;
}
