import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { Moment } from '../../../components/moment.tsx';
import { ServerPage } from '../../../components/paged-table.tsx';
import { type Column, pageSize } from '../../../components/table.tsx';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { type EndpointState, endpointUrl } from '../webhooks/endpoint.ts';
import { OutcomeBadge, VerdictBadge } from './verdict-badge.tsx';

interface Props {
  /** the id of the endpoint */
  readonly endpoint: string;
  readonly deliveries: readonly ReceivedEventResponse[];
  readonly urlState: EndpointState;
}

const columnsOf = ({ endpoint, urlState }: Props): readonly Column<ReceivedEventResponse>[] => [
  {
    name: 'Received',
    cell: ({ id, receivedAt }) => (
      <Link to={endpointUrl(endpoint, { ...urlState, delivery: id })}>
        <Moment at={receivedAt} />
      </Link>
    ),
  },
  { name: 'Verdict', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
  {
    name: 'Answered',
    cell: ({ status, durationMs }) => (status === 0 ? '–' : `${status} in ${Math.ceil(durationMs)} ms`),
  },
  { name: 'Why', cell: ({ reason }) => reason ?? '–' },
  {
    name: 'Result',
    cell: ({ results, processedAt, verdict }) => {
      if (results.length > 0)
        return results.map(({ outcome }, index) => <OutcomeBadge key={index} outcome={outcome} />);
      return processedAt === undefined && verdict === 'ACCEPTED' ? 'Not delivered to triggers yet' : '–';
    },
  },
];

/** The deliveries of an endpoint, newest first. */
export function DeliveryTable(props: Props) {
  const { endpoint, deliveries, urlState } = props;
  return (
    <ServerPage
      caption="Deliveries"
      columns={columnsOf(props)}
      rows={deliveries}
      keyOf={({ id }) => id}
      emptyText={urlState.page === 0 ? 'Nothing was sent to it.' : 'There is nothing more.'}
      from={urlState.page * pageSize}
      hasMore={deliveries.length === pageSize}
      goToPage={(from) => navigate(endpointUrl(endpoint, { page: from / pageSize, delivery: null }))}
    />
  );
}
