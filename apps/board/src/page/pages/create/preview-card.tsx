import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import TriangleAlert from '~icons/lucide/triangle-alert';
import { Skeleton } from '../../components/empty-state.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { StatusLabel } from '../../components/marks/status.tsx';
import { Message } from '../../components/message.tsx';
import { endText, momentText } from '../calendar/date-texts.ts';
import { formatDuration } from '../release/times/durations.ts';
import { OfferedStart } from './offered-start.tsx';
import { PlanChart } from './plan-chart.tsx';
import { type Hold, holdingBlackout, holdMs, type PlanRow } from './plan-rows.ts';
import type { PlannedDates } from './use-preview.ts';

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Returns the longest hold of a phase by a blackout; undefined if there is none. */
const longestHold = ({ holds }: PlanRow): Hold | undefined =>
  holds.filter(({ by }) => by === 'blackout').toSorted((a, b) => holdMs(b) - holdMs(a) || b.until - a.until)[0];

type Dates = Pick<PlannedDates, 'rows' | 'blackouts'>;

/** Returns the name of the blackout of a hold. */
const holderOf = (hold: Hold, blackouts: Dates['blackouts']): string =>
  holdingBlackout(blackouts, hold)?.label ?? 'a blackout';

/** Returns the line below the title of a phase. */
function holdText(row: PlanRow, blackouts: Dates['blackouts']): string | null {
  const hold = longestHold(row);
  if (hold === undefined) return null;
  const length = hold.readyAt === null ? `until ${momentText(hold.until)}` : formatDuration(holdMs(hold));
  return `Held ${length} by ${holderOf(hold, blackouts)}`;
}

const Facts = ({ preview }: { readonly preview: PreviewResponse }) => {
  const [start, end] = [Date.parse(preview.startDate), Date.parse(preview.endDate)];
  return (
    <dl class="facts-of-plan">
      <div>
        <dt>Starts</dt>
        <dd>{momentText(start)}</dd>
      </div>
      <div>
        <dt>Estimated end</dt>
        <dd>{momentText(end)}</dd>
      </div>
      <div>
        <dt>Duration</dt>
        <dd>{formatDuration(end - start)}</dd>
      </div>
    </dl>
  );
};

interface HeldProps extends Dates, Pick<PlannedDates, 'offeredStart'> {
  readonly startAt: (at: number) => void;
}

/** The first phase that a blackout holds, why, and the start that avoids it. */
function HeldPhase({ rows, blackouts, offeredStart, startAt }: HeldProps) {
  const heldRows = rows.filter((row) => longestHold(row) !== undefined);
  const [row] = heldRows;
  const hold = row && longestHold(row);
  if (row === undefined || hold === undefined) return null;
  return (
    <div class="alert waits with-icon">
      <Icon of={TriangleAlert} />
      <p>
        <b>
          <bdi>{holderOf(hold, blackouts)}</bdi> holds <bdi>{row.title}</bdi>.
        </b>{' '}
        <bdi>{hold.title}</bdi>{' '}
        {hold.readyAt === null
          ? `waits until ${momentText(hold.until)}.`
          : `is ready on ${momentText(hold.readyAt)} and waits ${formatDuration(holdMs(hold))}.`}
        {heldRows.length > 1 && ` ${plural(heldRows.length - 1, 'other phase')} also held.`}
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
      const held = holdText(row, blackouts);
      const from = row.parts[0]?.from ?? row.from;
      const waits = row.holds.some(({ by }) => by === 'date');
      return (
        <li key={row.id}>
          <i class="phase-mark" style={{ '--phase': row.color }} />
          <span>
            <b>
              <bdi>{row.title}</bdi>
            </b>
            <span class={held === null ? 'sub' : 'sub soon'}>
              {held ?? (waits ? 'Waits for a planned start' : 'No delays')}
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

interface Props extends HeldProps, Pick<PlannedDates, 'preview' | 'refusal'> {
  readonly template: Pick<ReleaseResponse, 'variables'>;
}

/** The estimated dates of the release, what delays them, and the missing values. */
export function PreviewCard({ template, preview, rows, blackouts, offeredStart, refusal, startAt }: Props) {
  const heldCount = rows.filter((row) => longestHold(row) !== undefined).length;
  return (
    <section class="card" aria-labelledby="planned-dates">
      <header>
        <h2 id="planned-dates">Planned dates</h2>
        <span class="sub">Preview</span>
        {heldCount > 0 && (
          <span class="push">
            <StatusLabel tone="waits" label={`${plural(heldCount, 'phase')} held`} />
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
            <Facts preview={preview} />
            {rows.length === 0 && <p class="none">No phases yet</p>}
            <PlanChart rows={rows} blackouts={blackouts} />
            <HeldPhase {...{ rows, blackouts, offeredStart, startAt }} />
            <MissingValues labels={missingLabels(preview, template)} />
            <PhaseList rows={rows} blackouts={blackouts} />
            {preview.defaultDurations && <p class="sub">Manual tasks without a planned duration count as 1 hour.</p>}
          </>
        )}
      </div>
    </section>
  );
}
