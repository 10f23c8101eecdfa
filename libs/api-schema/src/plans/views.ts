import type { PhasePassive, Release, ReleasePassive, Task, TaskPassive } from '@slipway/domain/model';
import type { ScopeTeams } from '../people/team.ts';
import type { Comment } from './comment.ts';

/** Everything that an answer shows beside the plan itself. Passive parts that are blank may be left out. */
export interface PlanDetails {
  readonly phases: ReadonlyMap<string, PhasePassive>;
  readonly tasks: ReadonlyMap<string, TaskPassive>;
  /** by task id, oldest first */
  readonly comments: ReadonlyMap<string, readonly Comment[]>;
  /** The number of changes of the release's plan, which an approval of a gate refers to. */
  readonly planRevision: number;
}

export interface ReleaseView {
  readonly release: Release;
  /** ids of the folders it is in, outermost first */
  readonly folderPath: readonly string[];
  readonly passive: ReleasePassive;
  readonly details: PlanDetails;
  /** those that hold for it */
  readonly teams: ScopeTeams;
}

/** A task to be rendered, with its subtasks when it is a group. */
export interface TaskView {
  readonly task: Task;
  readonly folderPath: readonly string[];
  readonly releaseId: string;
  readonly phaseId: string;
  /** ids of the groups around it, outermost first */
  readonly groupIds: readonly string[];
  readonly details: PlanDetails;
}
