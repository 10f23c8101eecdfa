import { useSignal } from '@preact/signals';
import type { SessionResponse } from '@slipway/api-schema/people';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { mutate } from '../../api/rest.ts';
import { clearSession } from '../../api/session.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Moment, None } from '../../components/moment.tsx';
import { AddressedTable } from '../../components/paged-table.tsx';
import { Refusal } from '../../components/refusal.tsx';
import type { Column } from '../../components/table.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled } from '../../live/subscriptions.ts';
import { announce } from '../../navigation/announce.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { t } from '../../navigation/text.ts';
import { browserName } from './browser-name.ts';

/** The browser of a session, and whether it is this one. */
const Browser = ({ session: { agent, current } }: { readonly session: SessionResponse }) => (
  <>
    {agent ? <bdi title={agent}>{browserName(agent)}</bdi> : <None />}
    {current && <span class="sub block">This device</span>}
  </>
);

const columnsOf = (endSession: (session: SessionResponse) => void): readonly Column<SessionResponse>[] => [
  { name: t('Browser'), cell: (session) => <Browser session={session} /> },
  { name: t('Since'), cell: ({ begunDate }) => <Moment at={begunDate ?? undefined} /> },
  {
    name: t('Last used'),
    cell: ({ lastUsedDate, lastUsedFrom }) => (
      <>
        <Moment at={lastUsedDate ?? undefined} /> from {lastUsedFrom}
      </>
    ),
  },
  {
    name: t('Actions'),
    cell: (session) => (
      <button type="button" class="small" onClick={() => endSession(session)}>
        {session.current ? t('Log out here') : t('End session')}
      </button>
    ),
  },
];

/** The browser sessions of the user, with buttons that end them. */
export function Sessions() {
  const result = useQuery<readonly SessionResponse[]>('/sessions', { topics: [polled] });
  const refusal = useSignal<DisplayMessage | null>(null);
  const isConfirming = useSignal(false);
  usePaletteActions([
    { name: t('Log out everywhere'), missingPermission: null, run: () => (isConfirming.value = true) },
  ]);
  const endSession = async ({ id, current }: SessionResponse): Promise<void> => {
    refusal.value = null;
    try {
      await mutate('DELETE', `/sessions/${encodeURIComponent(id)}`);
      if (current) clearSession();
      else await result.refresh();
      announce(t('Session ended'));
    } catch (error) {
      refusal.value = messageOf(error);
    }
  };
  const endAll = async (): Promise<string> => {
    await mutate('DELETE', '/sessions');
    clearSession();
    return t('Logged out everywhere');
  };
  return (
    <section class="card wide">
      <header>
        <h2>Sessions</h2>
        <button type="button" class="small end" onClick={() => (isConfirming.value = true)}>
          Log out everywhere…
        </button>
      </header>
      <Refusal message={refusal.value} />
      <Refusal message={result.refusal.value} retry={result.retry} />
      <AddressedTable
        name="sessions"
        caption="Your sessions"
        columns={columnsOf((session) => void endSession(session))}
        rows={result.value.value ?? []}
        keyOf={({ id }) => id}
      />
      {isConfirming.value && (
        <FormDialog
          title="Log out everywhere?"
          submitLabel="Log out everywhere"
          close={() => (isConfirming.value = false)}
          run={endAll}
        >
          <p>Ends every session, including this one. Access tokens keep working.</p>
        </FormDialog>
      )}
    </section>
  );
}
