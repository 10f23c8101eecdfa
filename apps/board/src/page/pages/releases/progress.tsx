import type { ForecastResponse } from '@slipway/api-schema/forecast';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { phaseColor } from '../../components/marks/phase-color.ts';
import { ProgressBar } from '../../components/marks/progress-bar.tsx';
import { statusLabel, statusTone, ToneIcon } from '../../components/marks/status.tsx';
import { Moment, None, Unknown } from '../../components/moment.tsx';
import { t } from '../../navigation/text.ts';
import { dueDifference } from './due-difference.ts';
import type { Forecasts } from './forecasts.ts';

const callbacks = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/**
 * The margin around the window in which rows count as visible, so that their data is loaded before the user scrolls.
 */
const rootMargin = '200px';

function handleEntries(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const callback = callbacks.get(target);
    unobserve(target);
    callback?.();
  }
}

function unobserve(element: Element): void {
  observer?.unobserve(element);
  callbacks.delete(element);
}

/** Calls `callback` once, when the element first becomes visible. The returned function cancels the call. */
function onFirstVisible(element: Element, callback: () => void): () => void {
  observer ??= new IntersectionObserver(handleEntries, { rootMargin });
  callbacks.set(element, callback);
  observer.observe(element);
  return () => unobserve(element);
}

/** Keeps the forecast of a live release up to date after an element of its row first becomes visible. */
export function useForecastWhenVisible(
  elementRef: RefObject<Element | null>,
  { id, forecasts, isNeeded }: Props & { readonly isNeeded: boolean },
): void {
  useEffect(() => {
    const element = elementRef.current;
    if (element === null || !isNeeded) return;
    let unfollow = (): void => {};
    const stopWaiting = onFirstVisible(element, () => {
      unfollow = forecasts.follow(id);
    });
    return () => {
      stopWaiting();
      unfollow();
    };
  }, [id, forecasts, isNeeded]);
}

interface Props {
  /** The last segment of the id of the release. */
  readonly id: string;
  readonly forecasts: Forecasts;
}

/** The share of ended tasks of a release. */
export function Progress({ id, forecasts }: Props) {
  const tasks = forecasts.get(id).value?.tasks;
  return (
    <span class={tasks === undefined ? undefined : 'progress'}>
      {tasks === undefined ? <Unknown /> : <TaskCounts {...tasks} />}
    </span>
  );
}

/** A bar with the shares of completed and skipped tasks, and the number of ended tasks. */
function TaskCounts({ done, skipped, aborted, all }: ForecastResponse['tasks']) {
  const ended = done + skipped + aborted;
  const open = all - ended;
  const parts = [
    [done, t`${done} completed`],
    [skipped, t`${skipped} skipped`],
    [aborted, t`${aborted} aborted`],
    [open, t`${open} open`],
  ] as const;
  const label = parts.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(', ');
  return (
    <>
      <ProgressBar counts={{ done, over: skipped + aborted, idle: open }} label={label || t('No tasks')} />
      <span>
        {ended.toLocaleString()} of {all.toLocaleString()}
      </span>
    </>
  );
}

interface WorkProps extends Props {
  /** In epoch milliseconds: undefined for a started release, null for a planned release without a planned start. */
  readonly plannedStart: number | null | undefined;
}

/**
 * The current phase of a release, and the task of it that has failed or started first. Of a planned release, the
 * planned start.
 */
export function CurrentWork({ id, forecasts, plannedStart }: WorkProps) {
  if (plannedStart === null) return <span class="sub">Not scheduled</span>;
  if (plannedStart !== undefined)
    return (
      <span class="sub">
        Starts <Moment at={plannedStart} />
      </span>
    );
  const forecast = forecasts.get(id).value;
  if (forecast === undefined) return <Unknown />;
  const { phase, task } = forecast;
  if (phase === undefined) return <None />;
  return (
    <>
      <div class="row">
        <i class="phase-mark" style={{ '--phase': phaseColor(phase.color, phase.index) }} />
        <bdi class="cut">{phase.title}</bdi>
      </div>
      {task && (
        <div class="sub row">
          <TaskWithStatus {...task} />
        </div>
      )}
    </>
  );
}

const TaskWithStatus = ({ title, status }: NonNullable<ForecastResponse['task']>) => (
  <>
    <span class={`${statusTone(status)}-text`} role="img" aria-label={statusLabel(status)}>
      <ToneIcon tone={statusTone(status)} />
    </span>
    <bdi class="cut">{title}</bdi>
  </>
);

/** The task of the current phase that has failed or started first. */
export function CurrentTask({ id, forecasts }: Props) {
  const forecast = forecasts.get(id).value;
  if (forecast === undefined) return <Unknown />;
  const { task } = forecast;
  return task === undefined ? (
    <None />
  ) : (
    <div class="row">
      <TaskWithStatus {...task} />
    </div>
  );
}

interface EndProps extends Props {
  /** In epoch milliseconds. */
  readonly dueDate: number | undefined;
  /** Whether the release starts during a blackout. */
  readonly isInBlackout: boolean;
}

/** The estimated end of a release, compared with its due date. */
export function EstimatedEndWithDue({ id, forecasts, dueDate, isInBlackout }: EndProps) {
  const end = forecasts.get(id).value?.endDate;
  const difference = end === undefined || dueDate === undefined ? null : dueDifference(Date.parse(end), dueDate);
  return (
    <>
      {end === undefined ? <Unknown /> : <Moment at={end} />}
      {/* The line has its height before the estimate is known, so that the rows do not move. */}
      {dueDate !== undefined && (
        <div class={difference?.isLate === true ? 'sub late' : 'sub'}>{difference?.text ?? '\u00a0'}</div>
      )}
      {isInBlackout && <div class="sub soon">Starts in a blackout</div>}
    </>
  );
}
