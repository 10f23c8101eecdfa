import type { ExplanationResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import Check from '~icons/lucide/check';
import Play from '~icons/lucide/play';
import RotateCcw from '~icons/lucide/rotate-ccw';
import type { Entity } from '../../../api/entity.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { me } from '../../../api/session.ts';
import { ActionButton } from '../../../components/controls/action-button.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { statusLabel } from '../../../components/marks/status.tsx';
import { showToast } from '../../../components/toast.tsx';
import { useEntity } from '../../../live/queries.ts';
import type { Topic } from '../../../live/subscriptions.ts';
import { findTaskType } from '../../../live/task-types.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { missingPermissionOnTask } from '../permissions.ts';
import { withTask } from '../plan.ts';
import { type NextStep, nextStep } from './next-step.ts';

type TaskStep = Extract<NextStep, { readonly task: TaskResponse }>;

interface StepProps {
  readonly release: ReleaseResponse;
  readonly entity: Entity<ReleaseResponse>;
  readonly topics: readonly Topic[];
  /** Runs an action of the head, and shows its error. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  readonly taskUrl: (id: string) => string;
}

type TaskStepProps = StepProps & { readonly step: TaskStep };

const stepTexts = {
  retry: [t('Retry'), RotateCcw, 'retryTask', 'IN_PROGRESS'],
  approve: [t('Approve'), Check, 'completeTask', undefined],
  complete: [t('Complete'), Check, 'completeTask', 'COMPLETED'],
} as const satisfies Readonly<
  Record<Exclude<TaskStep['kind'], 'open'>, readonly [string, IconNode, string, TaskResponse['status'] | undefined]>
>;

/** The button for the next step of a task. It is disabled if the user may not take the step. */
function TaskStepButton({ step, release, entity, topics, attempt, taskUrl }: TaskStepProps) {
  const { kind, task } = step;
  const key = lastSegment(task.id);
  const explanation = useEntity<ExplanationResponse>(kind === 'open' ? null : `/tasks/${key}/explain`, topics).value
    .value;
  if (kind === 'open')
    return (
      <Link to={taskUrl(task.id)} class="button main">
        Open <bdi>{task.title}</bdi>
      </Link>
    );
  const [label, icon, action, expected] = stepTexts[kind];
  const isRefused = kind === 'approve' && explanation?.refused?.approve !== undefined;
  const missingPermission = kind === 'approve' ? null : missingPermissionOnTask(explanation, action);
  const body = kind === 'approve' ? { version: task.approvalVersion } : {};
  const run = (): Promise<void> =>
    attempt(async () => {
      await entity.updateOptimistically(withTask(release, { ...task, status: expected ?? task.status }), async () => {
        const updated = await mutate<TaskResponse>('POST', `/tasks/${key}/${kind}`, body);
        showToast(`${updated.title}: ${statusLabel(updated.status)}`);
        return withTask(entity.value.peek() ?? release, updated);
      });
    });
  return (
    <ActionButton isMain missingPermission={missingPermission} isDisabled={isRefused} run={run}>
      <Icon of={icon} />
      <span>
        {label} <bdi>{task.title}</bdi>
      </span>
    </ActionButton>
  );
}

/** The main button of a release: the next action that the user can take. */
export function NextStepButton(props: StepProps & { readonly run: (action: 'start' | 'resume') => void }) {
  const { release, run } = props;
  const user = me.value;
  if (!user) return null;
  const viewer = { username: user.username, teams: release.$metadata.security.teams };
  const step = nextStep(release, viewer, (type) => findTaskType(type)?.endedByPeople === true);
  if (step === null) return null;
  if ('task' in step) return <TaskStepButton key={`${step.kind} ${step.task.id}`} {...props} step={step} />;
  const { kind } = step;
  const isStart = kind === 'start';
  return (
    <ActionButton
      isMain
      missingPermission={missingPermissionOn(release, isStart ? 'startRelease' : 'resumeRelease')}
      run={() => run(kind)}
    >
      <Icon of={Play} />
      {isStart ? t('Start release') : t('Resume release')}
    </ActionButton>
  );
}
