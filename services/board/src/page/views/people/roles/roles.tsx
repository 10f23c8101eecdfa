import { useSignal } from '@preact/signals';
import type { RoleAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { useAsked } from '../../../live/use-asked.ts';
import { nowAndThen } from '../../../live/wants.ts';
import { TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { type Column, Pager, Table } from '../../../parts/table.tsx';
import { useOffers } from '../../../place/offers.ts';
import { go } from '../../../place/router.ts';
import { addressOf, callFor, type PeopleQuery, pageSize } from '../query.ts';
import { RoleDialog, rolePath } from './role-dialog.tsx';

type Question = { readonly kind: 'add' } | { readonly kind: 'change' | 'rename' | 'delete'; readonly role: RoleAnswer };

/** How many names a line of the list has. */
const mostNamed = 10;

const shortened = (names: readonly string[]): string =>
  names.length === 0
    ? '–'
    : names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '');

const columnsOf = (ask: (question: Question) => void): readonly Column<RoleAnswer>[] => [
  { name: 'Role', cell: ({ name }) => name },
  { name: 'Principals', cell: ({ principals }) => shortened(principals.map(({ username }) => username)) },
  { name: 'May', cell: ({ permissions }) => shortened(permissions) },
  {
    name: 'Steps',
    cell: (role) => (
      <div class="tools">
        <button type="button" onClick={() => ask({ kind: 'change', role })}>
          Change {role.name}…
        </button>
        <button type="button" onClick={() => ask({ kind: 'rename', role })}>
          Rename {role.name}…
        </button>
        <button type="button" onClick={() => ask({ kind: 'delete', role })}>
          Delete {role.name}…
        </button>
      </div>
    ),
  },
];

interface StepProps {
  readonly role: RoleAnswer;
  readonly close: () => void;
  readonly done: () => Promise<void>;
}

function Rename({ role: { name }, close, done }: StepProps) {
  const typed = useSignal(name);
  const run = async (): Promise<string> => {
    await change('POST', `${rolePath(name)}/rename?${new URLSearchParams({ newName: typed.peek() })}`);
    await done();
    return `The role is called ${typed.peek()} now.`;
  };
  return (
    <FormDialog title={`Rename ${name}`} word="Rename" close={close} run={run}>
      <p>Teams that name it follow.</p>
      <TextField label="Name" isRequired value={typed.value} change={(text) => (typed.value = text)} />
    </FormDialog>
  );
}

function Delete({ role: { name }, close, done }: StepProps) {
  const run = async (): Promise<string> => {
    await change('DELETE', rolePath(name));
    await done();
    return `The role ${name} was deleted.`;
  };
  return (
    <FormDialog title={`Delete ${name}`} word="Delete for good" close={close} run={run}>
      <p>It leaves all teams; whoever has it loses what it grants.</p>
    </FormDialog>
  );
}

/** Roles by name, with their principals and permissions. */
export function Roles({ query }: { readonly query: PeopleQuery }) {
  const asked = useAsked<readonly RoleAnswer[]>(callFor(query), { wanted: [nowAndThen] });
  const question = useSignal<Question | null>(null);
  const roles = asked.value.value;
  const now = question.value;
  const close = (): void => {
    question.value = null;
  };
  useOffers([{ name: 'Create a role', lacking: null, run: () => (question.value = { kind: 'add' }) }]);
  const given = { close, done: asked.refresh };
  return (
    <>
      <p>
        <button type="button" onClick={() => (question.value = { kind: 'add' })}>
          Create a role…
        </button>
      </p>
      <Refusal sentence={asked.refusal.value} />
      {roles && roles.length > 0 && (
        <Table
          caption="Roles"
          columns={columnsOf((next) => (question.value = next))}
          rows={roles}
          keyOf={({ id }) => id}
        />
      )}
      {roles?.length === 0 && <p class="empty">There is no role.</p>}
      <Pager
        from={query.from}
        count={roles?.length ?? 0}
        hasMore={roles?.length === pageSize}
        turn={(from) => go(addressOf({ ...query, from }))}
      />
      {now?.kind === 'add' && <RoleDialog edited={null} {...given} />}
      {now?.kind === 'change' && <RoleDialog edited={now.role} {...given} />}
      {now?.kind === 'rename' && <Rename role={now.role} {...given} />}
      {now?.kind === 'delete' && <Delete role={now.role} {...given} />}
    </>
  );
}
