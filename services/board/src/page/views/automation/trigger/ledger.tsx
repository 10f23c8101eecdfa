import type { TriggerRunAnswer } from '@slipway/wire';
import { Moment } from '../../../parts/moment.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Mark, type Tone } from '../../../parts/status.tsx';
import { type Column, Pager, rowsOfPage, Table } from '../../../parts/table.tsx';
import { lastOf } from '../../../place/ids.ts';
import { Link } from '../../../place/link.tsx';
import { go, place } from '../../../place/router.ts';
import { addressOfTrigger } from '../triggers/columns.tsx';

const outcomes: Readonly<Record<TriggerRunAnswer['outcome'], readonly [Tone, string]>> = {
  created: ['done', 'Release created'],
  refused: ['failed', 'Refused'],
  failed: ['failed', 'Failed'],
  skipped: ['over', 'Skipped'],
};

/** The result of one firing of a trigger. */
const Outcome = ({ outcome }: Pick<TriggerRunAnswer, 'outcome'>) => {
  const [tone, word] = outcomes[outcome];
  return <Mark tone={tone} word={word} />;
};

const columns: readonly Column<TriggerRunAnswer>[] = [
  { name: 'Fired', cell: ({ firedTime }) => <Moment at={firedTime} /> },
  {
    name: 'For',
    cell: ({ scheduledTime, deliveryId }) => {
      if (scheduledTime !== undefined) return <Moment at={scheduledTime} />;
      return deliveryId === undefined ? 'Run manually' : `delivery ${deliveryId}`;
    },
  },
  { name: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    name: 'Release, or why there is none',
    cell: ({ releaseId, releaseTitle, reason }) =>
      releaseId === undefined ? (
        (reason ?? releaseTitle ?? '–')
      ) : (
        <Link to={`/releases/${encodeURIComponent(lastOf(releaseId))}`}>{releaseTitle}</Link>
      ),
  },
  { name: 'Who', cell: ({ username }) => username },
];

/** Each line is of its own: nothing of it ever changes, and several may be of one moment. */
const keyOf = (run: TriggerRunAnswer): string => JSON.stringify(run);

/** The page of a ledger that the address names, from 0. */
export const pageShown = (): number => Math.max(0, Math.trunc(Number(place.value.query.get('page') ?? 0)) || 0);

interface Props {
  readonly id: string;
  readonly runs: readonly TriggerRunAnswer[] | undefined;
  readonly refusal: string | null;
}

/** A page of the run history of a trigger, the newest first. */
export function Ledger({ id, runs, refusal }: Props) {
  const page = pageShown();
  return (
    <section>
      <h2>Ledger</h2>
      <Refusal sentence={refusal} />
      {runs && runs.length > 0 && <Table caption="Ledger" columns={columns} rows={runs} keyOf={keyOf} />}
      {runs?.length === 0 && <p class="empty">{page === 0 ? 'It has not fired yet.' : 'There is nothing more.'}</p>}
      <Pager
        from={page * rowsOfPage}
        count={runs?.length ?? 0}
        hasMore={runs?.length === rowsOfPage}
        turn={(from) => go(`${addressOfTrigger(id)}?page=${from / rowsOfPage}`)}
      />
    </section>
  );
}
