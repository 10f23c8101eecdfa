import type { WaitingTaskResponse } from '@slipway/api-schema/search';
import { mutate } from '../../api/rest.ts';
import { me } from '../../api/session.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { t } from '../../navigation/text.ts';

/** An action on several tasks. */
export interface BulkAction {
  /** The name of the action in the response; for most actions the last segment of the path of its REST endpoint. */
  readonly path: keyof WaitingTaskResponse['lacking'];
  readonly label: string;
  /** The announced result, which follows the number of tasks. */
  readonly result: string;
  /** Returns the title of the dialog. The default is the label and the number of tasks. */
  readonly titleFor?: (tasks: string) => string;
  /** `comment`: an optional comment. `requiredComment`: a required comment. Undefined for no input. */
  readonly inputKind?: 'comment' | 'requiredComment' | 'user' | 'team';
  readonly isAvailableFor: (task: WaitingTaskResponse) => boolean;
}

/** The input of an action. */
export interface ActionInput {
  readonly action: BulkAction;
  readonly text: string;
}

const always = (): boolean => true;
const awaitsApproval = ({ asksForApprovals }: WaitingTaskResponse): boolean => asksForApprovals;

export const bulkActions: readonly BulkAction[] = [
  {
    path: 'complete',
    label: t('Complete'),
    result: t('completed'),
    isAvailableFor: ({ status }) => status === 'IN_PROGRESS',
  },
  { path: 'approve', label: t('Approve'), result: t('approved'), isAvailableFor: awaitsApproval },
  {
    path: 'reject',
    label: t('Reject'),
    result: t('rejected'),
    inputKind: 'requiredComment',
    isAvailableFor: awaitsApproval,
  },
  { path: 'retry', label: t('Retry'), result: t('retried'), isAvailableFor: ({ status }) => status === 'FAILED' },
  {
    path: 'fail',
    label: t('Fail'),
    result: t('marked as failed'),
    inputKind: 'comment',
    isAvailableFor: ({ status }) => status === 'IN_PROGRESS',
  },
  { path: 'skip', label: t('Skip'), result: t('skipped'), inputKind: 'comment', isAvailableFor: always },
  {
    path: 'assignToMe',
    label: t('Assign to me'),
    result: t('assigned to you'),
    isAvailableFor: ({ owner }) => owner === undefined,
  },
  { path: 'assign', label: t('Reassign'), result: t('reassigned'), inputKind: 'user', isAvailableFor: always },
  {
    path: 'team',
    label: t('Assign to team'),
    result: t('assigned'),
    titleFor: (tasks) => t`Assign ${tasks} to team?`,
    inputKind: 'team',
    isAvailableFor: always,
  },
  {
    path: 'comment',
    label: t('Add comment'),
    result: t('commented'),
    titleFor: (tasks) => t`Add comment to ${tasks}?`,
    inputKind: 'requiredComment',
    isAvailableFor: always,
  },
];

/** Whether a task waits for approvals. */
export const needsApproval = ({ asksForApprovals, status }: WaitingTaskResponse): boolean =>
  asksForApprovals && status === 'IN_PROGRESS';

const encodedUsername = (): string => encodeURIComponent(me.value?.username ?? '');

/** Runs an action on the tasks, one after the other. Returns the errors (ApiError, OfflineError) by task id. */
export async function runBulkAction(
  action: BulkAction,
  tasks: readonly WaitingTaskResponse[],
  inputText: string,
): Promise<ReadonlyMap<string, unknown>> {
  const errors = new Map<string, unknown>();
  for (const { id } of tasks) {
    const path = `/tasks/${lastSegment(id)}/${action.path}`;
    try {
      if (action.path === 'assignToMe') await mutate('POST', `/tasks/${lastSegment(id)}/assign/${encodedUsername()}`);
      else if (action.inputKind === 'team')
        await mutate('PUT', `/tasks/${lastSegment(id)}`, { team: inputText.trim() });
      else if (action.inputKind === 'user') await mutate('POST', `${path}/${encodeURIComponent(inputText.trim())}`);
      else await mutate('POST', path, inputText.trim() === '' ? {} : { comment: inputText });
    } catch (error) {
      errors.set(id, error);
    }
  }
  return errors;
}
