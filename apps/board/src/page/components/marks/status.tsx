import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import CircleCheck from '~icons/lucide/circle-check';
import CircleDashed from '~icons/lucide/circle-dashed';
import CircleMinus from '~icons/lucide/circle-minus';
import CirclePlay from '~icons/lucide/circle-play';
import CircleQuestionMark from '~icons/lucide/circle-question-mark';
import CircleX from '~icons/lucide/circle-x';
import Clock from '~icons/lucide/clock';
import { t } from '../../navigation/text.ts';
import { Icon, type IconNode } from './icon.tsx';

type Status = ReleaseResponse['status'] | TaskResponse['status'];
/** The visual category of a status. Each tone has its own shape and color. */
export type Tone = 'idle' | 'waits' | 'asks' | 'runs' | 'done' | 'failed' | 'over';

const shapes: Readonly<Record<Tone, IconNode>> = {
  idle: CircleDashed,
  waits: Clock,
  asks: CircleQuestionMark,
  runs: CirclePlay,
  done: CircleCheck,
  failed: CircleX,
  over: CircleMinus,
};

const statusLabels: Readonly<Record<Status, readonly [Tone, string]>> = {
  TEMPLATE: ['idle', t('Template')],
  PLANNED: ['idle', t('Planned')],
  IN_PROGRESS: ['runs', t('In progress')],
  FAILING: ['failed', t('Failing')],
  FAILED: ['failed', t('Failed')],
  PAUSED: ['waits', t('Paused')],
  COMPLETED: ['done', t('Completed')],
  ABORTED: ['over', t('Aborted')],
  COMPLETED_IN_ADVANCE: ['done', t('Completed early')],
  SKIPPED_IN_ADVANCE: ['over', t('Skipped early')],
  SKIPPED: ['over', t('Skipped')],
  PENDING: ['waits', t('Scheduled')],
  WAITING_FOR_INPUT: ['asks', t('Needs input')],
  PRECONDITION_IN_PROGRESS: ['runs', t('Checking precondition')],
  FACET_CHECK_IN_PROGRESS: ['runs', t('Checking attributes')],
  QUEUED: ['idle', t('Queued')],
  FAILURE_HANDLER_QUEUED: ['failed', t('Failure handler queued')],
  FAILURE_HANDLER_IN_PROGRESS: ['failed', t('Running failure handler')],
  ABORT_SCRIPT_QUEUED: ['over', t('Aborting')],
  ABORT_SCRIPT_IN_PROGRESS: ['over', t('Aborting')],
};

/** Returns the tone of a status. */
export const statusTone = (status: Status): Tone => statusLabels[status][0];

/** Returns the label of a status. */
export const statusLabel = (status: Status): string => statusLabels[status][1];

/** The statuses of releases that have started and not ended. */
export const activeStatuses = ['IN_PROGRESS', 'PAUSED', 'FAILING', 'FAILED'] as const;

/** Whether a release is completed or aborted. */
export const isFinished = ({ status }: Pick<ReleaseResponse, 'status'>): boolean =>
  status === 'COMPLETED' || status === 'ABORTED';

interface StatusLabelProps {
  readonly tone: Tone;
  readonly label: string;
}

/** A label with the shape and color of a tone. */
export const StatusLabel = ({ tone, label }: StatusLabelProps) => (
  <span class={`status ${tone}`}>
    <Icon of={shapes[tone]} size="small" />
    {label}
  </span>
);

/** The shape of a tone, without its label. */
export const ToneIcon = ({ tone }: { readonly tone: Tone }) => <Icon of={shapes[tone]} size="small" />;

/** The label of a status, with its shape and color. */
export function StatusBadge({ status }: { readonly status: Status }) {
  const [tone, label] = statusLabels[status];
  return <StatusLabel tone={tone} label={label} />;
}
