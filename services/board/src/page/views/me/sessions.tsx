import { useSignal } from '@preact/signals';
import type { SessionAnswer } from '@slipway/wire';
import { sentenceOf } from '../../data/refused.ts';
import { change } from '../../data/rest.ts';
import { leave } from '../../data/session.ts';
import { useAsked } from '../../live/use-asked.ts';
import { nowAndThen } from '../../live/wants.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { AddressedTable } from '../../parts/paged-table.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import type { Column } from '../../parts/table.tsx';
import { announce } from '../../place/announce.ts';
import { useOffers } from '../../place/offers.ts';

const columnsOf = (end: (session: SessionAnswer) => void): readonly Column<SessionAnswer>[] => [
  { name: 'Browser', cell: ({ agent, current }) => (current ? `This one: ${agent}` : agent || '–') },
  { name: 'Since', cell: ({ begunDate }) => <Moment at={begunDate ?? undefined} /> },
  {
    name: 'Last used',
    cell: ({ lastUsedDate, lastUsedFrom }) => (
      <>
        <Moment at={lastUsedDate ?? undefined} /> from {lastUsedFrom}
      </>
    ),
  },
  {
    name: 'Step',
    cell: (session) => (
      <button type="button" onClick={() => end(session)}>
        {session.current ? 'Log out here' : 'End this session'}
      </button>
    ),
  },
];

/** The sessions of the user in browsers, which can be ended. */
export function Sessions() {
  const asked = useAsked<readonly SessionAnswer[]>('/sessions', { wanted: [nowAndThen] });
  const refusal = useSignal<string | null>(null);
  const isAsked = useSignal(false);
  useOffers([{ name: 'Log out everywhere', lacking: null, run: () => (isAsked.value = true) }]);
  const end = async ({ id, current }: SessionAnswer): Promise<void> => {
    refusal.value = null;
    try {
      await change('DELETE', `/sessions/${encodeURIComponent(id)}`);
      if (current) leave();
      else await asked.refresh();
      announce('The session has ended.');
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  const endAll = async (): Promise<string> => {
    await change('DELETE', '/sessions');
    leave();
    return 'You are logged out everywhere.';
  };
  return (
    <section>
      <h2>Where you are logged in</h2>
      <p>
        <button type="button" onClick={() => (isAsked.value = true)}>
          Log out everywhere…
        </button>
      </p>
      <Refusal sentence={refusal.value ?? asked.refusal.value} />
      <AddressedTable
        name="sessions"
        caption="Your sessions"
        columns={columnsOf((session) => void end(session))}
        rows={asked.value.value ?? []}
        keyOf={({ id }) => id}
      />
      {isAsked.value && (
        <FormDialog
          title="Log out everywhere"
          word="Log out everywhere"
          close={() => (isAsked.value = false)}
          run={endAll}
        >
          <p>All your sessions end, this one too. Tokens of programs stay.</p>
        </FormDialog>
      )}
    </section>
  );
}
