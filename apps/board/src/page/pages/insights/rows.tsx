import { useMemo } from 'preact/hooks';
import { ChartCard } from '../../components/charts/chart-card.tsx';
import { numberText, secondsText, valueText } from '../../components/charts/values.ts';
import { Segments } from '../../components/controls/segments.tsx';
import { StatusBadge } from '../../components/marks/status.tsx';
import { Moment, None, Unknown } from '../../components/moment.tsx';
import { type Column, KeyPager, Table } from '../../components/table.tsx';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { location, navigate } from '../../navigation/router.ts';
import { plural, t } from '../../navigation/text.ts';
import type { InsightsContext } from './data/insights-context.ts';
import { isMetric, metricText } from './data/metrics.ts';
import type { ReleaseRow, ReleasesResponse } from './data/responses.ts';
import { periodText } from './data/time-labels.ts';
import { pathOf, type RowsQuery, rowsUrl } from './data/url-state.ts';
import { cardState, csvExport, useInsights } from './data/use-insights.ts';

const pageSize = 100;

/** A link to the release. A release of a deleted archive month has no link. */
function ReleaseCell({ row: { id, title, state, folderTitle } }: { readonly row: ReleaseRow }) {
  const name =
    state === 'purged' ? (
      <bdi>{title}</bdi>
    ) : (
      <Link to={`/releases/${lastSegment(id)}${state === 'archived' ? '?archive=yes' : ''}`}>{title}</Link>
    );
  return (
    <>
      {name}
      {state === 'purged' && <span class="tag">Purged</span>}
      <div class="sub">
        <bdi>{folderTitle}</bdi>
      </div>
    </>
  );
}

const columns: readonly Column<ReleaseRow>[] = [
  { name: t('Release'), cell: (row) => <ReleaseCell row={row} /> },
  { name: t('Status'), cell: ({ status }) => <StatusBadge status={status === 'ABORTED' ? status : 'COMPLETED'} /> },
  {
    name: t('Template'),
    cell: ({ templateTitle }) => (!templateTitle ? <None /> : <bdi>{templateTitle}</bdi>),
  },
  { name: t('Started'), cell: ({ started }) => <Moment at={started} /> },
  { name: t('Ended'), cell: ({ ended }) => <Moment at={ended} /> },
  {
    ...{ name: t('Duration'), class: 'chart-number' },
    cell: ({ durationSeconds }) => valueText(durationSeconds, 'seconds'),
  },
  {
    ...{ name: t('Waiting for people'), class: 'chart-number' },
    cell: ({ seconds }) => (!seconds ? <Unknown /> : secondsText(seconds.people)),
  },
  { name: t('Failures'), class: 'chart-number', cell: ({ failures }) => numberText(failures) },
  { name: t('Restarts'), class: 'chart-number', cell: ({ restarts }) => numberText(restarts) },
];

const orders = [
  ['ended', t('Latest')],
  ['duration', t('Longest')],
  ['people', t('Waiting for people')],
  ['failures', t('Most failures')],
] as const satisfies readonly (readonly [RowsQuery['order'], string])[];

/** Returns the request of the rows behind a point. */
function bodyOf({ request, span }: InsightsContext, { metric, start, end, order }: RowsQuery) {
  return {
    ...request,
    ...(start !== '' && end !== '' ? { from: start, to: end } : span),
    ...(metric !== '' && { metric }),
    order,
  };
}

/** The releases behind a point of a chart. Their count equals the n of the point. */
export function Rows({ context }: { readonly context: InsightsContext }) {
  const key = String(location.value.query);
  const query = useMemo(() => rowsUrl.parse(new URLSearchParams(key)), [key]);
  const body = bodyOf(context, query);
  const page = { ...body, limit: pageSize, ...(query.after !== null && { after: query.after }) };
  const result = useInsights<ReleasesResponse>('releases', page);
  const { count = 0, next, rows = [] } = result.value.value ?? {};
  const go = (changes: Partial<RowsQuery>): void =>
    navigate(rowsUrl.url(pathOf('releases'), { ...query, after: null, ...changes }));
  const metric = isMetric(query.metric) ? metricText(query.metric) : null;
  return (
    <ChartCard
      title="Releases"
      formula={metric === null ? t('Releases that ended in the period.') : t`${metric.label}: ${metric.formula}`}
      summary={<b>{plural(count, '# release', '# releases')}</b>}
      {...cardState(result, (response) => response.count === 0)}
      exportCsv={csvExport('releases', body, 'ended-releases')}
      controls={
        <>
          <span class="faint">{periodText(body, context.tz)}</span>
          <Segments label="Order" value={query.order} options={orders} change={(order) => go({ order })} />
        </>
      }
      isWide
    >
      <Table caption="Releases behind the point" columns={columns} rows={rows} keyOf={({ id }) => id} />
      <KeyPager
        first={query.after === null ? undefined : () => go({})}
        previous={undefined}
        next={next === undefined ? undefined : () => go({ after: next })}
      />
    </ChartCard>
  );
}
