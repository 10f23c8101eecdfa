import type { TriggerRunResponse } from '@slipway/api-schema/triggers';
import { useMemo } from 'preact/hooks';
import History from '~icons/lucide/history';
import type { Retry } from '../../../api/errors.ts';
import { systemAuthor } from '../../../api/full-names.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { StatusLabel, type Tone } from '../../../components/marks/status.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, Pager, pageSize, Table } from '../../../components/table.tsx';
import { lastSegment, triggerPath } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { location, navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { endpointUrl } from '../webhooks/endpoint.ts';

const outcomeLabels: Readonly<Record<TriggerRunResponse['outcome'], readonly [Tone, string]>> = {
  created: ['done', t('Release created')],
  refused: ['failed', t('Rejected')],
  failed: ['failed', t('Failed')],
  skipped: ['over', t('Skipped')],
};

/** The result of a run. */
const Outcome = ({ outcome }: Pick<TriggerRunResponse, 'outcome'>) => {
  const [tone, label] = outcomeLabels[outcome];
  return <StatusLabel tone={tone} label={label} />;
};

/** The user who requested a run. No user requests the run for a scheduled time or an event. */
const RunBy = ({ username }: Pick<TriggerRunResponse, 'username'>) =>
  username === systemAuthor ? <span class="faint">Automatic</span> : <UserName name={username} />;

/** Returns the columns. Without an endpoint, as after its deletion, a delivery has no link. */
const columnsFor = (endpointId: string | undefined): readonly Column<TriggerRunResponse>[] => [
  { name: t('Time'), cell: ({ firedTime }) => <Moment at={firedTime} /> },
  {
    name: t('Caused by'),
    cell: ({ scheduledTime, deliveryId }) => {
      if (scheduledTime !== undefined) return <Moment at={scheduledTime} />;
      if (deliveryId === undefined) return t('Run manually');
      if (endpointId === undefined) return t('Webhook delivery');
      return <Link to={endpointUrl(endpointId, { page: 0, delivery: deliveryId })}>{t('Webhook delivery')}</Link>;
    },
  },
  { name: t('Result'), cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    name: t('Release or reason'),
    cell: ({ releaseId, releaseTitle, reason }) =>
      releaseId === undefined ? (
        (reason ?? releaseTitle ?? '–')
      ) : (
        <Link to={`/releases/${encodeURIComponent(lastSegment(releaseId))}`}>{releaseTitle}</Link>
      ),
  },
  { name: t('Run by'), cell: ({ username }) => <RunBy username={username} /> },
];

/** Returns the whole run as the key, because runs have no id and can have the same time. Runs never change. */
const keyOf = (run: TriggerRunResponse): string => JSON.stringify(run);

/** Returns the page number of the run history from the address, starting at 0. */
export const pageFromUrl = (): number => Math.max(0, Math.trunc(Number(location.value.query.get('page') ?? 0)) || 0);

interface Props {
  readonly id: string;
  /** The endpoint that sends the events of the trigger. */
  readonly endpointId: string | undefined;
  readonly runs: readonly TriggerRunResponse[] | undefined;
  readonly refusal: DisplayMessage | null;
  readonly retry: Retry;
}

/** A page of the run history of a trigger, newest first. */
export function RunHistory({ id, endpointId, runs, refusal, retry }: Props) {
  const columns = useMemo(() => columnsFor(endpointId), [endpointId]);
  const page = pageFromUrl();
  return (
    <section class="card" aria-labelledby="run-history">
      <header>
        <h2 id="run-history">Run history</h2>
      </header>
      <Refusal message={refusal} retry={retry} />
      {runs && runs.length > 0 && <Table caption="Run history" columns={columns} rows={runs} keyOf={keyOf} />}
      {runs?.length === 0 && <EmptyState icon={History} text={page === 0 ? t('No runs yet') : t('End of history')} />}
      <Pager
        from={page * pageSize}
        count={runs?.length ?? 0}
        hasMore={runs?.length === pageSize}
        goToPage={(from) => navigate(`${triggerPath(id)}?page=${from / pageSize}`)}
      />
    </section>
  );
}
