import { type Signal, useSignal } from '@preact/signals';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { useRef } from 'preact/hooks';
import Check from '~icons/lucide/check';
import CircleCheck from '~icons/lucide/circle-check';
import CircleMinus from '~icons/lucide/circle-minus';
import CircleX from '~icons/lucide/circle-x';
import Undo2 from '~icons/lucide/undo-2';
import X from '~icons/lucide/x';
import { messageOf } from '../../../../api/errors.ts';
import { type DisplayMessage, displayMessage, textOf } from '../../../../api/language.ts';
import { mutate } from '../../../../api/rest.ts';
import { me } from '../../../../api/session.ts';
import { TextField } from '../../../../components/fields/field.tsx';
import { Avatar } from '../../../../components/marks/avatar.tsx';
import { Icon, type IconNode } from '../../../../components/marks/icon.tsx';
import { StatusLabel } from '../../../../components/marks/status.tsx';
import { UserName } from '../../../../components/marks/user-name.tsx';
import { Moment } from '../../../../components/moment.tsx';
import { announce } from '../../../../navigation/announce.ts';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import { type Act, hasEnded } from '../../actions.ts';
import type { TaskExplanation } from '../../permissions.ts';
import { reasonDraft } from '../comments/comment-drafts.ts';
import { Disclosure } from '../disclosure.tsx';
import { approvalCount, describeRequirement } from './requirement.ts';

const loadApprovers = async () => (await import('./approvers.tsx')).Approvers;

interface Props {
  readonly task: TaskResponse;
  readonly act: Act;
  readonly refusal: Signal<DisplayMessage | null>;
  readonly canAct: boolean;
  readonly explanation: TaskExplanation | undefined;
  /** The teams of the release; undefined if the user cannot view it. */
  readonly teams: ReleaseResponse['teams'] | undefined;
}

type ApprovalVerdict = NonNullable<TaskResponse['approvalVerdicts']>[number];

const verdictLabels: Readonly<Record<ApprovalVerdict['verdict'], string>> = {
  APPROVED: t('approved'),
  REJECTED: t('rejected'),
  WITHDRAWN: t('withdrew'),
};

const actionIcons: Readonly<Record<ApprovalAction, IconNode>> = { approve: Check, reject: X, withdraw: Undo2 };
const actionLabels = { approve: t('Approve'), reject: t('Reject'), withdraw: t('Withdraw') } as const;
type ApprovalAction = keyof typeof actionLabels;
const actionClasses: Readonly<Record<ApprovalAction, string | undefined>> = {
  approve: 'main',
  reject: 'danger',
  withdraw: undefined,
};
const results = { approve: t('approved'), reject: t('rejected'), withdraw: t('withdrawn') } as const;
const availableActions = (hasVerdict: boolean): readonly ApprovalAction[] =>
  hasVerdict ? ['approve', 'reject', 'withdraw'] : ['approve', 'reject'];

/** Whether users can approve or reject the gate. */
export const hasOpenApprovals = (task: TaskResponse): boolean =>
  (task.approvalRequirements ?? []).length > 0 && !hasEnded(task);

const verdictTones: Readonly<Record<ApprovalVerdict['verdict'], string>> = {
  APPROVED: 'done-text',
  REJECTED: 'failed-text',
  WITHDRAWN: 'faint',
};
const verdictIcons: Readonly<Record<ApprovalVerdict['verdict'], IconNode>> = {
  APPROVED: CircleCheck,
  REJECTED: CircleX,
  WITHDRAWN: CircleMinus,
};

/** The approval requirements of a gate, and the decisions of users. */
function ApprovalStatus({
  task: { approvalRequirements: requirements = [], approvalVerdicts: verdicts = [] },
}: Pick<Props, 'task'>) {
  return (
    <ul class="panel-list">
      {requirements.map((entry, index) => {
        const given = approvalCount(entry, verdicts);
        const isGiven = given >= entry.count;
        return (
          <li key={index}>
            <Avatar name={entry.team ?? entry.role ?? ''} isTeam isNamed />
            <span>{describeRequirement(entry)}</span>
            <span class="state">
              <StatusLabel tone={isGiven ? 'done' : 'asks'} label={t`${given} of ${entry.count}`} />
            </span>
          </li>
        );
      })}
      {verdicts.map(({ verdict, username, date, comment }) => (
        <li key={`${username} ${date}`}>
          <Avatar name={username} isNamed />
          <span>
            <UserName name={username} /> {verdictLabels[verdict]} <Moment at={date} />
            {comment !== undefined && `: ${comment}`}
          </span>
          <span class={`state ${verdictTones[verdict]}`}>
            <Icon of={verdictIcons[verdict]} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the reason why the user cannot approve or reject; null if the user can. */
function firstVerdictRefusal({ refused = {}, refusedMessages = {} }: TaskExplanation = {}) {
  const action = (['approve', 'reject'] as const).find((name) => refused[name] !== undefined);
  if (action === undefined) return null;
  return textOf(displayMessage({ ...refusedMessages[action], sentence: refused[action] ?? '' }));
}

/** Returns a function that sends a decision on the displayed version of the gate. A rejection requires a reason. */
function useVerdict({ task, act, refusal }: Pick<Props, 'task' | 'act' | 'refusal'>) {
  const reason = reasonDraft(task.id);
  const isReasonMissing = useSignal(false);
  const sendVerdict = async (action: ApprovalAction): Promise<void> => {
    refusal.value = null;
    const comment = reason.value.trim();
    isReasonMissing.value = action === 'reject' && comment === '';
    if (isReasonMissing.value) return;
    const body = { version: task.approvalVersion, ...(comment !== '' && { comment }) };
    try {
      await act(task, () => mutate<TaskResponse>('POST', `/tasks/${lastSegment(task.id)}/${action}`, body));
      reason.value = '';
      announce(`${task.title} ${results[action]}`);
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  return { reason, isReasonMissing, sendVerdict };
}

/** The buttons for the decision of the user on a gate, with a comment. */
function VerdictForm({ task, act, refusal, explanation }: Omit<Props, 'canAct' | 'teams'>) {
  const { reason, isReasonMissing, sendVerdict } = useVerdict({ task, act, refusal });
  const form = useRef<HTMLDivElement>(null);
  const refusals: Readonly<Partial<Record<ApprovalAction, string>>> = explanation?.refused ?? {};
  const verdictRefusal = firstVerdictRefusal(explanation);
  const username = me.value?.username;
  const ownVerdict = task.approvalVerdicts?.findLast(
    (entry) => entry.username.toLowerCase() === username?.toLowerCase(),
  );
  const run = (action: ApprovalAction): void => {
    void sendVerdict(action);
    if (isReasonMissing.peek()) form.current?.querySelector('textarea')?.focus();
  };
  return (
    <div class="actions panel-box" ref={form}>
      <TextField
        label="Comment (required to reject)"
        value={reason.value}
        isLong
        error={isReasonMissing.value ? t('Enter a reason to reject') : undefined}
        change={(text) => {
          reason.value = text;
          isReasonMissing.value = false;
        }}
      />
      {availableActions(ownVerdict !== undefined && ownVerdict.verdict !== 'WITHDRAWN').map((action) => (
        <button
          key={action}
          type="button"
          class={actionClasses[action]}
          disabled={refusals[action] !== undefined}
          onClick={() => run(action)}
        >
          <Icon of={actionIcons[action]} />
          {actionLabels[action]}
        </button>
      ))}
      {verdictRefusal !== null && <p class="none">{verdictRefusal}</p>}
    </div>
  );
}

/** The approvals of a gate, with buttons. A decision applies to the displayed version of the gate only. */
export function Approvals({ task, act, refusal, canAct, explanation, teams }: Props) {
  const isOpen = canAct && hasOpenApprovals(task);
  if ((task.approvalRequirements ?? []).length === 0) return null;
  return (
    <section class="panel-section">
      <h3>Approvals</h3>
      <ApprovalStatus task={task} />
      {isOpen && <Disclosure summary={t('Possible approvers')} load={loadApprovers} props={{ task, teams }} />}
      {isOpen && <VerdictForm task={task} act={act} refusal={refusal} explanation={explanation} />}
    </section>
  );
}
