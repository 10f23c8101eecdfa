import { useSignal } from '@preact/signals';
import type { PreviewAnswer } from '@slipway/wire';
import { useEffect, useMemo } from 'preact/hooks';
import { Away, sentenceOf } from '../../../data/refused.ts';
import { read } from '../../../data/rest.ts';
import { together } from '../../../data/together.ts';
import { useLive } from '../../../live/use-live.ts';
import { Moment } from '../../../parts/moment.tsx';
import { MomentField } from '../../../parts/moment-field.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import type { Column } from '../../../parts/table.tsx';
import { momentOf } from '../../../parts/typed-moment.ts';
import { lastOf } from '../../../place/ids.ts';
import type { TabProps } from '../tab.ts';
import { type Row, rowsOf } from './rows.ts';

const heldWords = { date: 'its date', blackout: 'a blackout' } as const;

const columns: readonly Column<Row>[] = [
  { name: 'Phase or task', cell: ({ title, isPhase }) => (isPhase ? <strong>{title}</strong> : title) },
  { name: 'Estimated start', cell: ({ startDate }) => <Moment at={startDate} /> },
  { name: 'Estimated end', cell: ({ endDate }) => <Moment at={endDate} /> },
  {
    name: 'Held',
    cell: ({ heldUntil, heldBy }) =>
      heldUntil === undefined ? (
        '–'
      ) : (
        <>
          until <Moment at={heldUntil} />
          {heldBy && `, by ${heldWords[heldBy]}`}
        </>
      ),
  },
  { name: 'To know', cell: ({ notes }) => (notes.length > 0 ? notes.join(', ') : '–') },
];

/** The estimate for a release of a template, if it started at the typed time; empty: now. */
function useForeseen({ template, wanted }: Pick<TabProps, 'template' | 'wanted'>) {
  const start = useSignal('');
  const foreseen = useSignal<PreviewAnswer | undefined>(undefined);
  const refusal = useSignal<string | null>(null);
  const refresh = useMemo(
    () =>
      together(async () => {
        const scheduledStartDate = momentOf(start.peek()) ?? new Date().toISOString();
        const body = { releaseTitle: template.title, scheduledStartDate };
        try {
          foreseen.value = await read<PreviewAnswer>(`/templates/${lastOf(template.id)}/preview`, body);
          refusal.value = null;
        } catch (error) {
          if (!(error instanceof Away)) refusal.value = sentenceOf(error);
        }
      }),
    [template.id],
  );
  useLive(wanted, refresh);
  const typed = start.value;
  useEffect(() => {
    if (typed !== '') void refresh();
  }, [typed]);
  return { start, foreseen, refusal, refresh };
}

/** When the phases and tasks of a release of this template would start and end, and what would hold them. */
export function DatesTab({ template, wanted, from, turn }: TabProps) {
  const { start, foreseen, refusal, refresh } = useForeseen({ template, wanted });
  const now = foreseen.value;
  return (
    <>
      <div class="filters">
        <MomentField
          label="If a release begins at"
          hint="Empty: now."
          value={start.value}
          change={(typed) => {
            start.value = typed;
            if (typed === '') void refresh();
          }}
        />
      </div>
      <Refusal sentence={refusal.value} />
      {now && (
        <>
          <p class="reason">
            It would end at <Moment at={now.endDate} />.
            {now.missingVariables.length > 0 && ` Without a value: ${now.missingVariables.join(', ')}.`}
          </p>
          {now.phases.length === 0 && <p class="empty">This template has no phase.</p>}
          {now.phases.length > 0 && (
            <PagedTable
              caption="Dates"
              columns={columns}
              rows={rowsOf(now)}
              keyOf={({ id }) => id}
              from={from}
              turn={turn}
            />
          )}
        </>
      )}
    </>
  );
}
