import type { LineTimes } from '@slipway/domain/decision';
import type {
  Instant,
  PhasePassive,
  Release,
  ReleasePassive,
  Task,
  TaskPassive,
  Variable,
} from '@slipway/domain/model';
import type { CalendarSnapshot } from '../../calendar/read-calendar.ts';
import type { Locations } from '../../folders/paths.ts';
import type { ScopeTeams } from '../../people/teams.ts';

/** A stored comment (rest-api.md, section Comment). `id` and `taskId` are last segments. */
export interface Comment {
  readonly id: string;
  readonly taskId: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
  /** Absent: the comment is as it was written. */
  readonly editedDate?: Instant;
  /** The users that it mentions; absent: none. */
  readonly mentions?: readonly string[];
  /** When the lines of a script output began; absent: unknown. */
  readonly lineTimes?: LineTimes;
}

/** The data of a response beside the plan. Blank passive parts may be omitted. */
export interface PlanDetails {
  readonly phases: ReadonlyMap<string, PhasePassive>;
  readonly tasks: ReadonlyMap<string, TaskPassive>;
  /** By task id, oldest comments first. */
  readonly comments: ReadonlyMap<string, readonly Comment[]>;
  /** The number of changes of the plan of the release. An approval of a gate refers to it. */
  readonly planRevision: number;
}

/** A complete release or template for rendering. */
export interface ReleaseView {
  readonly release: Release;
  /** The version, which each save increases by one. */
  readonly version: number;
  /** The ids of the folders that contain it, outermost first, including `Applications`. */
  readonly folderPath: readonly string[];
  /** The calendar version, and the time of the read; null for an archived release. */
  readonly calendar: CalendarSnapshot | null;
  readonly passive: ReleasePassive;
  readonly details: PlanDetails;
  /**
   * The locations of referenced objects, if the same statement has read them. Otherwise, another statement is needed.
   */
  readonly locations: Locations | null;
  /** The effective teams. Absent if the release was read for one of its phases. */
  readonly teams: ScopeTeams;
  /** The trace of its latest change, if it is traced and was loaded. */
  readonly traceparent?: string;
}

/** A task for rendering, with its subtasks if it is a group. */
export interface TaskView {
  readonly task: Task;
  readonly version: number;
  readonly folderPath: readonly string[];
  readonly releaseId: string;
  readonly releaseStatus: Release['status'];
  readonly releaseOwner: string | null;
  /** The variables of the release. The response of a user input task contains their current values. */
  readonly variables: readonly Variable[];
  readonly phaseId: string;
  /** The ids of the groups that contain it, outermost first. */
  readonly groupIds: readonly string[];
  readonly details: PlanDetails;
}
