import { t } from '../../navigation/text.ts';

/** The tones of the segments, in their order. */
const order = ['done', 'over', 'failed', 'runs', 'asks', 'waits', 'idle'] as const;

/** The number of tasks of each tone. */
export type ProgressCounts = Readonly<Partial<Record<(typeof order)[number], number>>>;

const words: Readonly<Record<(typeof order)[number], string>> = {
  done: t('completed'),
  over: t('skipped'),
  failed: t('failed'),
  runs: t('in progress'),
  asks: t('waiting for input'),
  waits: t('scheduled'),
  idle: t('planned'),
};

/** Returns the counts as a text, such as `8 completed, 2 in progress`. */
export const describeProgress = (counts: ProgressCounts, labels = words): string =>
  order.flatMap((tone) => (counts[tone] ? [`${counts[tone].toLocaleString()} ${labels[tone]}`] : [])).join(', ');

/** Returns the counts of an aborted release as a text. Its open tasks were aborted. */
export const describeAbortedProgress = (counts: ProgressCounts): string =>
  describeProgress(counts, { ...words, over: t('skipped or aborted') });

interface Props {
  readonly counts: ProgressCounts;
  readonly isLarge?: boolean;
  /** The name for screen readers. The default describes the counts. */
  readonly label?: string;
}

/** A bar with one segment for each tone, as wide as its share of the tasks. */
export const ProgressBar = ({ counts, isLarge = false, label }: Props) => (
  <span
    class={isLarge ? 'progress-bar large' : 'progress-bar'}
    role="img"
    aria-label={label ?? describeProgress(counts)}
  >
    {order.map((tone) => {
      const count = counts[tone] ?? 0;
      return count > 0 && <i key={tone} class={tone} style={{ flexGrow: count }} />;
    })}
  </span>
);
