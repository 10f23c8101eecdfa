import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';

type Status = ReleaseAnswer['status'] | TaskAnswer['status'];
/** Each has its own shape and color; the word has the full meaning. */
export type Tone = 'idle' | 'waits' | 'runs' | 'done' | 'failed' | 'over';

const shapes: Readonly<Record<Tone, string>> = {
  idle: '○',
  waits: '◔',
  runs: '▶',
  done: '✓',
  failed: '✕',
  over: '–',
};

const words: Readonly<Record<Status, readonly [Tone, string]>> = {
  TEMPLATE: ['idle', 'Template'],
  PLANNED: ['idle', 'Planned'],
  IN_PROGRESS: ['runs', 'In progress'],
  FAILING: ['failed', 'Failing'],
  FAILED: ['failed', 'Failed'],
  PAUSED: ['waits', 'Paused'],
  COMPLETED: ['done', 'Completed'],
  ABORTED: ['over', 'Aborted'],
  COMPLETED_IN_ADVANCE: ['done', 'Completed in advance'],
  SKIPPED_IN_ADVANCE: ['over', 'Skipped in advance'],
  SKIPPED: ['over', 'Skipped'],
  PENDING: ['waits', 'Waits for its date'],
  WAITING_FOR_INPUT: ['waits', 'Waits for input'],
  PRECONDITION_IN_PROGRESS: ['runs', 'Checks its precondition'],
  FACET_CHECK_IN_PROGRESS: ['runs', 'Is checked'],
  QUEUED: ['waits', 'Queued'],
  FAILURE_HANDLER_QUEUED: ['failed', 'Failure handler queued'],
  FAILURE_HANDLER_IN_PROGRESS: ['failed', 'Failure handler runs'],
  ABORT_SCRIPT_QUEUED: ['over', 'Is being aborted'],
  ABORT_SCRIPT_IN_PROGRESS: ['over', 'Is being aborted'],
};

/** The tone of a status. */
export const toneOf = (status: Status): Tone => words[status][0];

/** What a status is called. */
export const statusWord = (status: Status): string => words[status][1];

/** Whether nothing is ahead of a release any more. */
export const isOver = ({ status }: Pick<ReleaseAnswer, 'status'>): boolean =>
  status === 'COMPLETED' || status === 'ABORTED';

interface MarkProps {
  readonly tone: Tone;
  readonly word: string;
}

/** A status, as word and shape. */
export const Mark = ({ tone, word }: MarkProps) => (
  <span class={`status ${tone}`}>
    <span class="shape" aria-hidden="true">
      {shapes[tone]}
    </span>
    {word}
  </span>
);

/** A status by word and shape. */
export function StatusMark({ status }: { readonly status: Status }) {
  const [tone, word] = words[status];
  return <Mark tone={tone} word={word} />;
}
