import type { ReceivedEventAnswer } from '@slipway/wire';
import { Moment } from '../../../parts/moment.tsx';
import { type Column, Pager, rowsOfPage, Table } from '../../../parts/table.tsx';
import { Link } from '../../../place/link.tsx';
import { go } from '../../../place/router.ts';
import { addressOf, type Spot } from './spot.ts';
import { OutcomeOf, Verdict } from './verdict.tsx';

interface Props {
  /** the id of the endpoint */
  readonly endpoint: string;
  readonly deliveries: readonly ReceivedEventAnswer[];
  readonly spot: Spot;
}

const columnsOf = ({ endpoint, spot }: Props): readonly Column<ReceivedEventAnswer>[] => [
  {
    name: 'Received',
    cell: ({ id, receivedAt }) => (
      <Link to={addressOf(endpoint, { ...spot, delivery: id })}>
        <Moment at={receivedAt} />
      </Link>
    ),
  },
  { name: 'Verdict', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  {
    name: 'Answered',
    cell: ({ status, durationMs }) => (status === 0 ? '–' : `${status} in ${Math.ceil(durationMs)} ms`),
  },
  { name: 'Why', cell: ({ reason }) => reason ?? '–' },
  {
    name: 'Result',
    cell: ({ results, processedAt, verdict }) => {
      if (results.length > 0) return results.map(({ outcome }, index) => <OutcomeOf key={index} outcome={outcome} />);
      return processedAt === undefined && verdict === 'ACCEPTED' ? 'Not delivered to triggers yet' : '–';
    },
  },
];

/** What an endpoint was sent, the newest first. */
export function Deliveries(props: Props) {
  const { endpoint, deliveries, spot } = props;
  return (
    <>
      {deliveries.length > 0 && (
        <Table caption="Deliveries" columns={columnsOf(props)} rows={deliveries} keyOf={({ id }) => id} />
      )}
      {deliveries.length === 0 && (
        <p class="empty">{spot.page === 0 ? 'Nothing was sent to it.' : 'There is nothing more.'}</p>
      )}
      <Pager
        from={spot.page * rowsOfPage}
        count={deliveries.length}
        hasMore={deliveries.length === rowsOfPage}
        turn={(from) => go(addressOf(endpoint, { page: from / rowsOfPage, delivery: null }))}
      />
    </>
  );
}
