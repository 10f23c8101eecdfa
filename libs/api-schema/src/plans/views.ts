import {
  flagStatuses,
  type PhasePassive,
  type Release,
  type ReleasePassive,
  type Task,
  type TaskPassive,
} from '@slipway/domain/model';
import { z } from 'zod';
import { messageData } from '../format/messages.ts';
import { date, list, oneOf, optional, responseDate, wholeNumber } from '../format/scalars.ts';
import type { ScopeTeams } from '../people/team.ts';
import type { Comment } from './comment.ts';

/** The data of a response in addition to the plan. Empty passive parts may be absent. */
export interface PlanDetails {
  readonly phases: ReadonlyMap<string, PhasePassive>;
  readonly tasks: ReadonlyMap<string, TaskPassive>;
  /** the comments by task id, oldest first */
  readonly comments: ReadonlyMap<string, readonly Comment[]>;
  /** The number of changes of the release's plan, which an approval of a gate refers to. */
  readonly planRevision: number;
}

export interface ReleaseView {
  readonly release: Release;
  /** ids of its folders, outermost first */
  readonly folderPath: readonly string[];
  readonly passive: ReleasePassive;
  readonly details: PlanDetails;
  /** the effective teams */
  readonly teams: ScopeTeams;
}

/** A task to render, with the subtasks of a group. */
export interface TaskView {
  readonly task: Task;
  readonly folderPath: readonly string[];
  readonly releaseId: string;
  readonly phaseId: string;
  /** ids of the groups that contain it, outermost first */
  readonly groupIds: readonly string[];
  readonly details: PlanDetails;
}

/** The response members of releases, phases and tasks (rest-api.md, Resources and their fields). */
export const planItemResponse = {
  id: z.string(),
  type: z.string(),
  title: z.string(),
  description: z.string().optional(),
  owner: z.string().optional(),
  scheduledStartDate: responseDate.optional(),
  dueDate: responseDate.optional(),
  startDate: responseDate.optional(),
  endDate: responseDate.optional(),
  plannedDuration: z.int().describe('seconds; 0 where nothing is planned'),
  flagStatus: z.enum(flagStatuses),
  flagComment: z.string().optional(),
  overdueNotified: z.boolean(),
  warnings: list(z.string())
    .optional()
    .describe('only after a change: the saved scripts that do not compile; absent if all of them do'),
  warningMessages: list(messageData).optional().describe('the warnings as data, in the same order'),
};

/** The request members of releases, phases and tasks. A null clears an optional field. */
export const planItemBody = {
  id: optional(z.string()),
  title: optional(z.string()),
  description: z.string().nullish(),
  owner: z.string().nullish(),
  scheduledStartDate: date.nullish(),
  dueDate: date.nullish(),
  plannedDuration: wholeNumber()
    .nullish()
    .transform((seconds) => (seconds === 0 ? null : seconds)),
  flagStatus: optional(oneOf(flagStatuses)),
  flagComment: z.string().nullish(),
};
