import { useSignal } from '@preact/signals';
import type { PreviewResponse } from '@slipway/api-schema/forecast';
import { singleFlightFresh } from '@slipway/concurrency';
import { useEffect, useMemo } from 'preact/hooks';
import CalendarDays from '~icons/lucide/calendar-days';
import { messageOf, OfflineError } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { read } from '../../../api/rest.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { fromDateInput } from '../../../components/fields/date-input.ts';
import { MomentField } from '../../../components/fields/moment-field.tsx';
import { Moment, None } from '../../../components/moment.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import type { Column } from '../../../components/table.tsx';
import { useLiveRefresh } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { plural, t } from '../../../navigation/text.ts';
import { formatDuration } from '../../release/times/durations.ts';
import type { TabProps } from '../tab.ts';

type Phase = PreviewResponse['phases'][number];
type Task = Phase['tasks'][number];

/** A phase or task with its estimated start and end. */
interface Row {
  readonly id: string;
  /** The title of a task is prefixed with the titles of its phase and groups. */
  readonly title: string;
  /** The title of the phase or task itself. */
  readonly name: string;
  readonly isPhase: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly notes: readonly string[];
  /** The end of a delay by a planned start or a blackout; undefined: no delay. */
  readonly delayedUntil?: string | undefined;
  readonly delayedBy?: Task['heldBy'];
}

function createNotes({
  skipped,
  needsPerson,
  defaultDuration,
  typicalDuration,
  waitsFor,
  missingVariables,
}: Task): readonly string[] {
  const open = waitsFor.filter(({ state }) => state !== 'done').length;
  return [
    ...(skipped ? [t('Skipped')] : []),
    ...(needsPerson ? [t('Manual')] : []),
    ...(defaultDuration ? [t('Estimated as 1 hour')] : []),
    ...(typicalDuration === undefined ? [] : [t`Usually ${formatDuration(typicalDuration * 1000)}`]),
    ...(open > 0 ? [plural(open, 'Waiting for # dependency', 'Waiting for # dependencies')] : []),
    ...missingVariables.map((key) => t`${key} has no value`),
  ];
}

const rowOf = (task: Task, prefix: string): Row => ({
  id: task.id,
  title: `${prefix}${task.title}`,
  name: task.title,
  isPhase: false,
  startDate: task.startDate,
  endDate: task.endDate,
  notes: createNotes(task),
  delayedUntil: task.heldUntil,
  delayedBy: task.heldBy,
});

const rowsIn = (tasks: readonly Task[], prefix: string): readonly Row[] =>
  tasks.flatMap((task) => [rowOf(task, prefix), ...rowsIn(task.tasks, `${prefix}${task.title} › `)]);

/** Returns a row for each phase and task, in order. A group precedes its tasks. */
export const rowsOf = ({ phases }: PreviewResponse): readonly Row[] =>
  phases.flatMap(({ id, title, startDate, endDate, tasks }) => [
    { id, title, name: title, isPhase: true, startDate, endDate, notes: [] },
    ...rowsIn(tasks, `${title} › `),
  ]);

const delayLabels = { date: t('planned start'), blackout: t('a blackout') } as const;

const columns: readonly Column<Row>[] = [
  {
    name: t('Phase or task'),
    cell: ({ title, name, isPhase }) =>
      isPhase ? (
        <strong class="phase-row">{name}</strong>
      ) : (
        <>
          {name}
          <span class="sub block">{title.slice(0, title.length - name.length).replace(/ › $/, '')}</span>
        </>
      ),
  },
  { name: t('Estimated start'), cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: t('Estimated end'), cell: ({ endDate }) => <Moment at={endDate} /> },
  {
    name: t('Held until'),
    cell: ({ delayedUntil, delayedBy }) =>
      delayedUntil === undefined ? (
        <None />
      ) : (
        <>
          <Moment at={delayedUntil} />
          {delayedBy && t` by ${delayLabels[delayedBy]}`}
        </>
      ),
  },
  { name: t('Notes'), cell: ({ notes }) => (notes.length > 0 ? notes.join(', ') : <None />) },
];

/** The estimate for a release that starts at the entered time; empty: now. */
function useEstimate({ template, topics }: Pick<TabProps, 'template' | 'topics'>) {
  const start = useSignal('');
  const estimate = useSignal<PreviewResponse | undefined>(undefined);
  const refusal = useSignal<DisplayMessage | null>(null);
  const refresh = useMemo(
    () =>
      singleFlightFresh(async () => {
        const scheduledStartDate = fromDateInput(start.peek()) ?? new Date().toISOString();
        const body = { releaseTitle: template.title, scheduledStartDate };
        try {
          estimate.value = await read<PreviewResponse>(`/templates/${lastSegment(template.id)}/preview`, body);
          refusal.value = null;
        } catch (error) {
          if (!(error instanceof OfflineError)) refusal.value = messageOf(error);
        }
      }),
    [template.id],
  );
  useLiveRefresh(topics, refresh);
  const input = start.value;
  useEffect(() => {
    if (input !== '') void refresh();
  }, [input]);
  return { start, estimate, refusal, refresh };
}

/** The estimated end of a release, and the variables without a value. */
const Estimate = ({ preview }: { readonly preview: PreviewResponse }) => (
  <dl class="estimate-facts">
    <div>
      <dt>Estimated end</dt>
      <dd>
        <Moment at={preview.endDate} />
      </dd>
    </div>
    <div>
      <dt>Duration</dt>
      <dd>{formatDuration(Date.parse(preview.endDate) - Date.parse(preview.startDate))}</dd>
    </div>
    {preview.missingVariables.length > 0 && (
      <div class="waits-text">
        <dt>Variables</dt>
        <dd>Missing values: {preview.missingVariables.join(', ')}</dd>
      </div>
    )}
  </dl>
);

/** The estimated start and end of each phase and task in a release of this template, with delays. */
export function DatesTab({ template, topics, from, goToPage }: TabProps) {
  const { start, estimate, refusal, refresh } = useEstimate({ template, topics });
  const preview = estimate.value;
  return (
    <>
      <div class="card estimate">
        <MomentField
          label="Start at"
          hint="Default: now"
          value={start.value}
          change={(input) => {
            start.value = input;
            if (input === '') void refresh();
          }}
        />
        {preview && <Estimate preview={preview} />}
      </div>
      <Refusal message={refusal.value} />
      {preview && (
        <>
          {preview.phases.length === 0 && (
            <div class="card">
              <EmptyState icon={CalendarDays} text="No phases yet" />
            </div>
          )}
          {preview.phases.length > 0 && (
            <PagedTable
              caption="Planned dates"
              columns={columns}
              rows={rowsOf(preview)}
              keyOf={({ id }) => id}
              from={from}
              goToPage={goToPage}
            />
          )}
        </>
      )}
    </>
  );
}
