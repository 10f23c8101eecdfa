import { useSignal } from '@preact/signals';
import type { UserAnswer } from '@slipway/wire';
import { sentenceOf } from '../../../data/refused.ts';
import { change } from '../../../data/rest.ts';
import { useAsked } from '../../../live/use-asked.ts';
import { nowAndThen } from '../../../live/wants.ts';
import { CheckField, TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Pager, Table } from '../../../parts/table.tsx';
import { announce } from '../../../place/announce.ts';
import { useOffers } from '../../../place/offers.ts';
import { go, restate } from '../../../place/router.ts';
import { addressOf, callFor, type PeopleQuery, pageSize } from '../query.ts';
import { columnsOf } from './columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { userPath } from './user-path.ts';

interface Props {
  readonly query: PeopleQuery;
}

type Question =
  | { readonly kind: 'user'; readonly user: UserAnswer | null }
  | { readonly kind: 'delete'; readonly user: UserAnswer };

const Filters = ({ query }: Props) => (
  <search class="filters">
    <TextField
      label="Name or mail address"
      type="search"
      value={query.text}
      change={(text) => restate(addressOf({ ...query, text, from: 0 }))}
    />
    <CheckField
      label="Disabled users"
      isOn={query.isLocked}
      change={(isLocked) => go(addressOf({ ...query, isLocked, from: 0 }))}
    />
  </search>
);

interface AskedProps {
  readonly question: Question | null;
  readonly close: () => void;
  readonly refresh: () => Promise<void>;
}

/** The open dialog: create, change or delete a user. */
function Asked({ question, close, refresh }: AskedProps) {
  if (question === null) return null;
  if (question.kind === 'user') return <UserDialog user={question.user} close={close} done={refresh} />;
  const { username } = question.user;
  const run = async (): Promise<string> => {
    await change('DELETE', userPath(username));
    await refresh();
    return `${username} was deleted.`;
  };
  return (
    <FormDialog title={`Delete ${username}`} word="Delete for good" close={close} run={run}>
      <p>
        {username} leaves all roles and teams, and all sessions and tokens end. Their activity stays. To block access
        for a while, lock the account instead.
      </p>
    </FormDialog>
  );
}

/** Users by name: to be found, made, changed, locked and deleted. */
export function Users({ query }: Props) {
  const asked = useAsked<readonly UserAnswer[]>(callFor(query), { wanted: [nowAndThen] });
  const question = useSignal<Question | null>(null);
  const refusal = useSignal<string | null>(null);
  const users = asked.value.value;
  const lock = async ({ username, loginAllowed }: UserAnswer): Promise<void> => {
    refusal.value = null;
    try {
      await change('PUT', userPath(username), { loginAllowed: !loginAllowed });
      await asked.refresh();
      announce(`${username} ${loginAllowed ? 'may log in no more' : 'may log in again'}.`);
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  useOffers([{ name: 'Create a user', lacking: null, run: () => (question.value = { kind: 'user', user: null }) }]);
  const columns = columnsOf({
    edit: (user) => (question.value = { kind: 'user', user }),
    lock: (user) => void lock(user),
    remove: (user) => (question.value = { kind: 'delete', user }),
  });
  return (
    <>
      <Filters query={query} />
      <p>
        <button type="button" onClick={() => (question.value = { kind: 'user', user: null })}>
          Create a user…
        </button>
      </p>
      <Refusal sentence={refusal.value ?? asked.refusal.value} />
      {users && users.length > 0 && (
        <Table caption="Users" columns={columns} rows={users} keyOf={({ username }) => username} />
      )}
      {users?.length === 0 && <p class="empty">No user matches.</p>}
      <Pager
        from={query.from}
        count={users?.length ?? 0}
        hasMore={users?.length === pageSize}
        turn={(from) => go(addressOf({ ...query, from }))}
      />
      <Asked question={question.value} close={() => (question.value = null)} refresh={asked.refresh} />
    </>
  );
}
