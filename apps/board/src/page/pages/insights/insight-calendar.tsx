import { useSignal } from '@preact/signals';
import { ChartCard } from '../../components/charts/chart-card.tsx';
import { type HeatDay, HeatMap } from '../../components/charts/heat-map.tsx';
import { numberText } from '../../components/charts/values.ts';
import { Segments } from '../../components/controls/segments.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { plural, t } from '../../navigation/text.ts';
import { fullDayText, mediumDayText } from '../calendar/date-texts.ts';
import type { InsightsContext } from './data/insights-context.ts';
import type { CalendarDay, CalendarResponse } from './data/responses.ts';
import { rowsAddress } from './data/url-state.ts';
import { cardState, csvExport, useInsights } from './data/use-insights.ts';
import { addDays, startOfDay } from './data/zones.ts';

type Measure = 'ended' | 'started' | 'failed' | 'runningAtNoon';

const measures = [
  ['ended', t('Ended')],
  ['started', t('Started')],
  ['failed', t('Failed')],
  ['runningAtNoon', t('Running at noon')],
] as const satisfies readonly (readonly [Measure, string])[];

const columns: readonly Column<CalendarDay>[] = [
  { name: t('Day'), cell: ({ day }) => mediumDayText(day) },
  { name: t('Started'), class: 'chart-number', cell: ({ started }) => numberText(started) },
  { name: t('Ended'), class: 'chart-number', cell: ({ ended }) => numberText(ended) },
  { name: t('Failed'), class: 'chart-number', cell: ({ failed }) => numberText(failed) },
  { name: t('Running at noon'), class: 'chart-number', cell: ({ runningAtNoon }) => numberText(runningAtNoon) },
  { name: t('Blackout'), cell: ({ blackout }) => (blackout ? t('Yes') : t('No')) },
];

/** Returns the values of a day in one sentence. */
function dayTitle({ day, started, ended, failed, runningAtNoon, blackout }: CalendarDay): string {
  const values = t`${fullDayText(day)}: ${numberText(started)} started, ${numberText(ended)} ended, ${numberText(failed)} failed, ${numberText(runningAtNoon)} running at noon`;
  return blackout ? t`${values}. Blackout` : values;
}

/** Returns a day of the heat map. Ended releases have a list; all others are in the calendar. */
function heatDay(day: CalendarDay, measure: Measure, { query, tz }: InsightsContext): HeatDay {
  const point = {
    from: new Date(startOfDay(day.day, tz)).toISOString(),
    to: new Date(startOfDay(addDays(day.day, 1), tz)).toISOString(),
  };
  return {
    ...{ day: day.day, value: day[measure], title: dayTitle(day), isBlackout: day.blackout },
    to: measure === 'ended' ? rowsAddress(query, { point }) : `/calendar?form=week&day=${day.day}`,
  };
}

/** The days of a period with their releases. */
export function Calendar({ context }: { readonly context: InsightsContext }) {
  const measure = useSignal<Measure>('ended');
  const result = useInsights<CalendarResponse>('calendar', context.request);
  const days = result.value.value?.days ?? [];
  const ended = days.reduce((sum, day) => sum + day.ended, 0);
  const isEmpty = days.every((day) => day.started + day.ended + day.runningAtNoon === 0);
  return (
    <ChartCard
      title="Calendar of releases"
      formula={t(
        'Releases for each day in the time zone of the page. Failed = ended releases that were aborted or failed at least once.',
      )}
      {...cardState(result, () => isEmpty)}
      table={<Table caption="Calendar of releases, as a list" columns={columns} rows={days} keyOf={({ day }) => day} />}
      exportCsv={csvExport('calendar', context.request, 'calendar')}
      rows={{ to: rowsAddress(context.query, {}), text: plural(ended, '# release', '# releases') }}
      controls={
        <Segments label="Value" value={measure.value} options={measures} change={(next) => (measure.value = next)} />
      }
      isWide
    >
      <HeatMap
        label={measures.find(([value]) => value === measure.value)?.[1] ?? ''}
        days={days.map((day) => heatDay(day, measure.value, context))}
      />
    </ChartCard>
  );
}
