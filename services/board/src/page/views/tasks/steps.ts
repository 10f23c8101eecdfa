import type { WaitingTaskAnswer } from '@slipway/wire';
import { change } from '../../data/rest.ts';
import { lastOf } from '../../place/ids.ts';

/** Something that may be done to tasks that wait. */
export interface Step {
  /** the last part of its path */
  readonly path: 'complete' | 'approve' | 'reject' | 'fail' | 'skip' | 'retry' | 'comment' | 'assign' | 'team';
  readonly word: string;
  /** The input of the action: an optional comment, a required one, a user or a team; absent: none */
  readonly asks?: 'comment' | 'words' | 'user' | 'team';
  readonly isFor: (task: WaitingTaskAnswer) => boolean;
}

/** The input of an action. */
export interface Said {
  readonly step: Step;
  readonly words: string;
}

const any = (): boolean => true;
const isApproved = ({ asksForApprovals }: WaitingTaskAnswer): boolean => asksForApprovals;

export const steps: readonly Step[] = [
  { path: 'complete', word: 'Complete', isFor: ({ status }) => status === 'IN_PROGRESS' },
  { path: 'approve', word: 'Approve', isFor: isApproved },
  { path: 'reject', word: 'Reject', asks: 'words', isFor: isApproved },
  { path: 'retry', word: 'Retry', isFor: ({ status }) => status === 'FAILED' },
  { path: 'fail', word: 'Fail', asks: 'comment', isFor: ({ status }) => status === 'IN_PROGRESS' },
  { path: 'skip', word: 'Skip', asks: 'comment', isFor: any },
  { path: 'assign', word: 'Assign', asks: 'user', isFor: any },
  { path: 'team', word: 'Assign to a team', asks: 'team', isFor: any },
  { path: 'comment', word: 'Comment', asks: 'words', isFor: any },
];

/** What the answers of REST call a step: for some it takes the same. */
const told = { approve: 'comment', reject: 'comment', team: 'assign' } as const;

/** The missing permission of the user for an action; undefined: none. */
export const lackingFor = ({ path }: Step, { lacking }: WaitingTaskAnswer): string | undefined =>
  lacking[path === 'approve' || path === 'reject' || path === 'team' ? told[path] : path];

/** Whether a step may be taken with any of these, and what is lacked where it may with none. */
export function mayTake(
  step: Step,
  tasks: readonly WaitingTaskAnswer[],
): { readonly may: boolean; readonly lacks: string | undefined } {
  const fit = tasks.filter(step.isFor);
  const may = fit.some((task) => lackingFor(step, task) === undefined);
  return { may, lacks: may ? undefined : fit.map((task) => lackingFor(step, task))[0] };
}

/** Runs an action on each of these, one after the other; returns the errors by ids: Refused, Away. */
export async function take(
  step: Step,
  tasks: readonly WaitingTaskAnswer[],
  said: string,
): Promise<ReadonlyMap<string, unknown>> {
  const refused = new Map<string, unknown>();
  for (const { id } of tasks) {
    const path = `/tasks/${lastOf(id)}/${step.path}`;
    try {
      if (step.asks === 'team') await change('PUT', `/tasks/${lastOf(id)}`, { team: said.trim() });
      else if (step.asks === 'user') await change('POST', `${path}/${encodeURIComponent(said.trim())}`);
      else await change('POST', path, said.trim() === '' ? {} : { comment: said });
    } catch (error) {
      refused.set(id, error);
    }
  }
  return refused;
}
