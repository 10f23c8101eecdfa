import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { Skeleton } from '../../components/empty-state.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { StatusLabel } from '../../components/marks/status.tsx';
import { Message } from '../../components/message.tsx';
import { plural, t } from '../../navigation/text.ts';
import { endText, momentText } from '../calendar/date-texts.ts';
import { formatDuration } from '../release/times/durations.ts';
import { DueDifference } from '../release/times/times.tsx';
import { OfferedStart } from './offered-start.tsx';
import { PlanChart } from './plan-chart.tsx';
import { type Delay, delayingBlackout, delayMs, type PlanRow } from './plan-rows.ts';
import type { PlannedDates } from './use-preview.ts';

/** Returns the longest delay of a phase by a blackout; undefined if there is none. */
const longestDelay = ({ delays }: PlanRow): Delay | undefined =>
  delays.filter(({ by }) => by === 'blackout').toSorted((a, b) => delayMs(b) - delayMs(a) || b.until - a.until)[0];

type Dates = Pick<PlannedDates, 'rows' | 'blackouts'>;

/** Returns the name of the blackout that causes a delay. */
const blackoutName = (delay: Delay, blackouts: Dates['blackouts']): string =>
  delayingBlackout(blackouts, delay)?.label ?? 'a blackout';

/** Returns the line below the title of a phase. */
function delayText(row: PlanRow, blackouts: Dates['blackouts']): string | null {
  const delay = longestDelay(row);
  return delay === undefined
    ? null
    : t`Postponed ${formatDuration(delayMs(delay))} by ${blackoutName(delay, blackouts)}`;
}

/** Warns of a due date before the start or before the estimated end. */
function DueWarning({
  preview,
  due,
  isTemplateDue,
}: Pick<Props, 'due' | 'isTemplateDue'> & { readonly preview: PreviewResponse }) {
  const dueAt = due === null ? null : Date.parse(due);
  if (dueAt === null || dueAt >= Date.parse(preview.endDate)) return null;
  const isBeforeStart = dueAt < Date.parse(preview.startDate);
  return (
    <div class="alert waits with-icon">
      <Icon of={TriangleAlert} />
      <p>
        <b>{isBeforeStart ? t('Due before the start.') : t('Due before the estimated end.')}</b>{' '}
        {isTemplateDue
          ? t`The template sets the due date ${momentText(dueAt)}. Enter another one for this release.`
          : t`The due date is ${momentText(dueAt)}.`}
      </p>
    </div>
  );
}

const Facts = ({ preview, due }: Pick<Props, 'due'> & { readonly preview: PreviewResponse }) => {
  const [start, end] = [Date.parse(preview.startDate), Date.parse(preview.endDate)];
  return (
    <dl class="facts-of-plan">
      <div>
        <dt>Starts</dt>
        <dd>{momentText(start)}</dd>
      </div>
      <div>
        <dt>Estimated end</dt>
        <dd>
          {momentText(end)}
          {due !== null && (
            <span class="sub">
              <DueDifference end={preview.endDate} due={due} />
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Duration</dt>
        <dd>{formatDuration(end - start)}</dd>
      </div>
    </dl>
  );
};

interface DelayProps extends Dates, Pick<PlannedDates, 'offeredStart'> {
  readonly startAt: (at: number) => void;
}

/** The first phase that a blackout delays, why, and the start that avoids it. */
function DelayedPhase({ rows, blackouts, offeredStart, startAt }: DelayProps) {
  const delayedRows = rows.filter((row) => longestDelay(row) !== undefined);
  const [row] = delayedRows;
  const delay = row && longestDelay(row);
  if (row === undefined || delay === undefined) return null;
  return (
    <div class="alert waits with-icon">
      <Icon of={TriangleAlert} />
      <p>
        <b>
          <bdi>{blackoutName(delay, blackouts)}</bdi> postpones <bdi>{row.title}</bdi>.
        </b>{' '}
        <bdi>{delay.title}</bdi> is ready on {momentText(delay.readyAt)} and waits {formatDuration(delayMs(delay))}.
        {delayedRows.length > 1 &&
          ` ${plural(delayedRows.length - 1, '# other phase is also postponed.', '# other phases are also postponed.')}`}
        <OfferedStart at={offeredStart} startAt={startAt} />
      </p>
    </div>
  );
}

/** Returns the labels of the required variables without a value: those of the release, then those of its tasks. */
function missingLabels(preview: PreviewResponse, { variables }: Pick<ReleaseResponse, 'variables'>): readonly string[] {
  type Tasks = PreviewResponse['phases'][number]['tasks'];
  const keysIn = (tasks: Tasks): readonly string[] =>
    tasks.flatMap((task) => [...task.missingVariables, ...keysIn(task.tasks)]);
  const keys = new Set([...preview.missingVariables, ...preview.phases.flatMap(({ tasks }) => keysIn(tasks))]);
  return [...keys].map((key) => variables.find((variable) => variable.key === key)?.label ?? key);
}

const MissingValues = ({ labels }: { readonly labels: readonly string[] }) =>
  labels.length === 0 ? null : (
    <div class="alert runs with-icon">
      <Icon of={TriangleAlert} />
      <p>
        <b>Missing values:</b> {labels.join(', ')}
      </p>
    </div>
  );

const PhaseList = ({ rows, blackouts }: Dates) => (
  <ul class="phases-of-plan">
    {rows.map((row) => {
      const delay = delayText(row, blackouts);
      const from = row.parts[0]?.from ?? row.from;
      const waits = row.delays.some(({ by }) => by === 'date');
      return (
        <li key={row.id}>
          <i class="phase-mark" style={{ '--phase': row.color }} />
          <span>
            <b>
              <bdi>{row.title}</bdi>
            </b>
            <span class={delay === null ? 'sub' : 'sub soon'}>
              {delay ?? (waits ? t('Waits for a planned start') : t('No delays'))}
            </span>
          </span>
          <span class="number">
            {momentText(from)}
            <span class="sub">until {endText({ from, to: row.to })}</span>
          </span>
        </li>
      );
    })}
  </ul>
);

interface Props extends DelayProps, Pick<PlannedDates, 'preview' | 'refusal'> {
  readonly template: Pick<ReleaseResponse, 'variables'>;
  /** The labels of the other required fields without an input: the title, and variables of child releases. */
  readonly missingInputs: readonly string[];
  /** The due date of the new release; null without one. */
  readonly due: string | null;
  /** Whether the due date is that of the template. */
  readonly isTemplateDue: boolean;
}

/** The estimated dates of the release, what delays them, and the missing values. */
export function PreviewCard(props: Props) {
  const { template, missingInputs, due, isTemplateDue, preview, rows, blackouts, offeredStart, refusal, startAt } =
    props;
  const delayedCount = rows.filter((row) => longestDelay(row) !== undefined).length;
  return (
    <section class="card" aria-labelledby="planned-dates">
      <header>
        <h2 id="planned-dates">Planned dates</h2>
        <span class="sub">Preview</span>
        {delayedCount > 0 && (
          <span class="push">
            <StatusLabel tone="waits" label={plural(delayedCount, '# phase postponed', '# phases postponed')} />
          </span>
        )}
      </header>
      <div class="body stack">
        {refusal !== null && (
          <p class="none">
            No preview for these inputs: <Message message={refusal} />
          </p>
        )}
        {!preview && refusal === null && <Skeleton lines={4} />}
        {preview && (
          <>
            <Facts preview={preview} due={due} />
            {rows.length === 0 && <p class="none">No phases yet</p>}
            <PlanChart rows={rows} blackouts={blackouts} />
            <DueWarning {...{ preview, due, isTemplateDue }} />
            <DelayedPhase {...{ rows, blackouts, offeredStart, startAt }} />
            <MissingValues labels={[...missingLabels(preview, template), ...missingInputs]} />
            <PhaseList rows={rows} blackouts={blackouts} />
            {preview.defaultDurations && (
              <p class="sub">Manual tasks without a planned duration and earlier runs count as 1 hour.</p>
            )}
          </>
        )}
      </div>
    </section>
  );
}
