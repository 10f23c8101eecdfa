import type { ConfigurationResponse } from '@slipway/api-schema/configurations';
import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import RotateCw from '~icons/lucide/rotate-cw';
import { isOffline } from '../../../api/connection.ts';
import { isLoggedIn } from '../../../api/session.ts';
import { ExactMoment } from '../../../components/exact-moment.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { None } from '../../../components/moment.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, pageSize } from '../../../components/table.tsx';
import { useLatest } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { eventNameOf } from '../events/event-names.ts';
import type { EndpointState } from '../webhooks/endpoint.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { OutcomeBadge, VerdictBadge } from './results.tsx';

/** The interval, in milliseconds. A sender is often tested while its deliveries are open. */
const intervalMs = 2_000;

/** Calls `refresh` every two seconds while the tab is visible, a user is logged in, and the server is available. */
function useFrequentRefresh(refresh: () => Promise<void>): void {
  useEffect(() => {
    const timer = window.setInterval(() => {
      const isUseful = document.visibilityState === 'visible' && !isOffline.peek() && isLoggedIn.peek();
      if (isUseful) void refresh();
    }, intervalMs);
    return () => window.clearInterval(timer);
  }, [refresh]);
}

interface TableProps {
  readonly deliveries: readonly ReceivedEventResponse[];
  readonly urlState: EndpointState;
  /** Returns the address of a state of the view. */
  readonly urlOf: (state: EndpointState) => string;
}

const columnsOf = ({ urlOf, urlState }: TableProps): readonly Column<ReceivedEventResponse>[] => [
  {
    name: t('Received'),
    cell: ({ id, receivedAt }) => (
      <Link to={urlOf({ ...urlState, delivery: id })}>
        <ExactMoment at={receivedAt} />
      </Link>
    ),
  },
  {
    name: t('Event'),
    cell: (delivery) => {
      const event = eventNameOf(delivery);
      return event === undefined ? <None /> : <bdi>{event}</bdi>;
    },
  },
  {
    name: t('Verdict'),
    cell: ({ verdict, reason }) => (
      <>
        <VerdictBadge verdict={verdict} />
        {reason !== undefined && <span class="sub block">{reason}</span>}
      </>
    ),
  },
  {
    name: t('Response'),
    cell: ({ status, durationMs }) => (status === 0 ? <None /> : t`${status} in ${Math.ceil(durationMs)} ms`),
  },
  {
    name: t('Result'),
    cell: ({ results, processedAt, verdict }) => {
      if (results.length > 0)
        return (
          <span class="tags">
            {results.map(({ outcome }, index) => (
              <OutcomeBadge key={index} outcome={outcome} />
            ))}
          </span>
        );
      return processedAt === undefined && verdict === 'ACCEPTED' ? t('Not delivered to triggers yet') : <None />;
    },
  },
];

/** The deliveries of an endpoint, newest first. */
function DeliveryTable(props: TableProps) {
  const { deliveries, urlState, urlOf } = props;
  return (
    <ServerPage
      caption="Deliveries"
      columns={columnsOf(props)}
      rows={deliveries}
      keyOf={({ id }) => id}
      emptyText={urlState.page === 0 ? t('No deliveries yet') : t('End of deliveries')}
      from={urlState.page * pageSize}
      hasMore={deliveries.length === pageSize}
      goToPage={(from) => navigate(urlOf({ page: from / pageSize, delivery: null }))}
    />
  );
}

/** The event stream has no topic for deliveries. A poll after the return to the tab shows those of the meantime. */
const topics: readonly Topic[] = ['list=releases', polled];

interface Props extends Pick<TableProps, 'urlState' | 'urlOf'> {
  readonly endpoint: ConfigurationResponse;
  /** The heading, by default `Deliveries`. */
  readonly title?: string;
  /** What is shown below the heading. */
  readonly children?: ComponentChildren;
}

/** The deliveries of an endpoint, with a drawer for the selected delivery. */
export function DeliveryList({ endpoint, urlState, urlOf, title = t('Deliveries'), children }: Props) {
  const endpointKey = encodeURIComponent(lastSegment(endpoint.id));
  const path = `/webhooks/${endpointKey}/deliveries?page=${urlState.page}&resultsPerPage=${pageSize}`;
  const { value, refusal, retry, refresh } = useLatest<readonly ReceivedEventResponse[]>(path, topics);
  useFrequentRefresh(refresh);
  const showReplay = async ({ id }: ReceivedEventResponse): Promise<void> => {
    navigate(urlOf({ ...urlState, delivery: id }));
    await refresh();
  };
  return (
    <section class="card" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">{title}</h2>
        <button type="button" class="small" onClick={() => void refresh()}>
          <Icon of={RotateCw} size="small" />
          Refresh
        </button>
      </header>
      {children}
      <Refusal message={refusal.value} retry={retry} />
      {value && <DeliveryTable deliveries={value} urlState={urlState} urlOf={urlOf} />}
      {urlState.delivery !== null && (
        <DeliveryDrawer
          key={urlState.delivery}
          urlOf={urlOf}
          endpointKey={endpointKey}
          delivery={urlState.delivery}
          urlState={urlState}
          onReplayed={showReplay}
          close={() => navigate(urlOf({ ...urlState, delivery: null }))}
        />
      )}
    </section>
  );
}
