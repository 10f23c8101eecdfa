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

/** A comment as it is stored (rest-api.md, section Comment). `id` and `taskId` are last segments. */
export interface Comment {
  readonly id: string;
  readonly taskId: string;
  readonly text: string;
  readonly author: string;
  readonly date: Instant;
}

/** Everything that an answer shows beside the plan itself. Passive parts that are blank may be left out. */
export interface PlanDetails {
  readonly phases: ReadonlyMap<string, PhasePassive>;
  readonly tasks: ReadonlyMap<string, TaskPassive>;
  /** by task id, oldest first */
  readonly comments: ReadonlyMap<string, readonly Comment[]>;
  /** The number of changes of the release's plan, which an approval of a gate refers to. */
  readonly planRevision: number;
}

/** A whole release or template to be shown. */
export interface ReleaseView {
  readonly release: Release;
  /** goes up by one with every saved change */
  readonly version: number;
  /** ids of the folders it is in, outermost first, `Applications` included */
  readonly folderPath: readonly string[];
  /** under which version of the calendar it was read, and when; null for the archive */
  readonly calendar: CalendarSnapshot | null;
  readonly passive: ReleasePassive;
  readonly details: PlanDetails;
  /** where that is which it refers to, if that came along; otherwise it takes a statement */
  readonly locations: Locations | null;
  /** of its scope; none where it was read for one of its phases */
  readonly teams: ScopeTeams;
  /** The trace of its latest change, if it is traced and was loaded. */
  readonly traceparent?: string;
}

/** A task to be shown, with its subtasks when it is a group. */
export interface TaskView {
  readonly task: Task;
  readonly version: number;
  readonly folderPath: readonly string[];
  readonly releaseId: string;
  readonly releaseStatus: Release['status'];
  readonly releaseOwner: string | null;
  /** of the release: a user input task always shows their current values */
  readonly variables: readonly Variable[];
  readonly phaseId: string;
  /** ids of the groups around it, outermost first */
  readonly groupIds: readonly string[];
  readonly details: PlanDetails;
}
