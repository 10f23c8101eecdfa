import { useSignal } from '@preact/signals';
import { ChartCard } from '../../components/charts/chart-card.tsx';
import { Matrix } from '../../components/charts/matrix.tsx';
import { numberText, secondsText, valueText } from '../../components/charts/values.ts';
import { Segments } from '../../components/controls/segments.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { t } from '../../navigation/text.ts';
import type { InsightsContext } from './data/insights-context.ts';
import type { WaitCell, WaitsResponse } from './data/responses.ts';
import { rowsAddress } from './data/url-state.ts';
import { cardState, csvExport, useInsights } from './data/use-insights.ts';
import { partyTitle, waitMatrix } from './data/wait-matrix.ts';
import { estimateNote } from './metric-card.tsx';

const rowOptions = [
  ['folder', t('Folders wait')],
  ['team', t('Teams wait')],
] as const;
const columnOptions = [
  ['team', t('for teams')],
  ['release', t('for releases')],
  ['folder', t('for folders')],
] as const;

/** The maximum number of columns. The table lists all pairs. */
const maxColumns = 12;

const sources: Readonly<Record<string, string>> = {
  gate: t('Gate dependency'),
  task: t('Manual task'),
  approval: t('Approval'),
};

const columns: readonly Column<WaitCell>[] = [
  { name: t('Waits'), cell: ({ waiting }) => <bdi>{partyTitle(waiting)}</bdi> },
  { name: t('Is awaited'), cell: ({ awaited }) => <bdi>{partyTitle(awaited)}</bdi> },
  { name: t('Source'), cell: ({ source }) => sources[source] ?? source },
  { name: t('Sum'), class: 'chart-number', cell: ({ seconds }) => secondsText(seconds) },
  { name: t('Waits, count'), class: 'chart-number', cell: ({ n }) => numberText(n) },
  { name: 'p50', class: 'chart-number', cell: ({ p50 }) => valueText(p50, 'seconds') },
];

const keyOf = ({ waiting, awaited, source }: WaitCell): string => JSON.stringify([waiting, awaited, source]);

/** A matrix of the time that folders or teams wait for others. */
export function Waits({ context }: { readonly context: InsightsContext }) {
  const rows = useSignal<(typeof rowOptions)[number][0]>('folder');
  const awaited = useSignal<(typeof columnOptions)[number][0]>('team');
  const body = { ...context.request, rows: rows.value, columns: awaited.value };
  const result = useInsights<WaitsResponse>('waits', body);
  const cells = result.value.value?.cells ?? [];
  return (
    <ChartCard
      title="Waits of folders and teams"
      formula={t(
        'Sum of the time that gates wait for releases, that manual tasks wait for their team, and that approvals take.',
      )}
      {...cardState(result, () => cells.length === 0)}
      emptyText="No release of this period waited for another team, release or folder"
      table={<Table caption="Waits of folders and teams, as a list" columns={columns} rows={cells} keyOf={keyOf} />}
      exportCsv={csvExport('waits', body, 'waits')}
      rows={{ to: rowsAddress(context.query, { order: 'people' }), text: t('Releases of the period') }}
      controls={
        <>
          <Segments label="Rows" value={rows.value} options={rowOptions} change={(next) => (rows.value = next)} />
          <Segments
            label="Columns"
            value={awaited.value}
            options={columnOptions}
            change={(next) => (awaited.value = next)}
          />
        </>
      }
      note={result.value.value?.exact === false ? estimateNote : undefined}
      isWide
    >
      <Matrix
        caption="Waits of folders and teams"
        corner={t('Waits')}
        unit="seconds"
        {...waitMatrix(cells, maxColumns)}
      />
    </ChartCard>
  );
}
