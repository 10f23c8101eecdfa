import { useSignal } from '@preact/signals';
import type { RoleAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { useAsked } from '../../../live/use-asked.ts';
import { changeNow } from '../../../parts/drafts/save.ts';
import { TextField } from '../../../parts/field.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { PermissionBoxes } from '../../../parts/people/permission-boxes.tsx';
import { PersonField } from '../../../parts/people/person-field.tsx';
import { Removable } from '../../../parts/people/removable.tsx';
import { draftOf, meanwhileOf, newRole, type RoleDraft, sent } from './draft.ts';

interface Props {
  /** null: a new one */
  readonly edited: RoleAnswer | null;
  readonly close: () => void;
  readonly done: () => Promise<void>;
}

/** The path of the calls about a role. */
export const rolePath = (name: string): string => `/roles/${encodeURIComponent(name)}`;

interface PrincipalsProps {
  readonly principals: readonly string[];
  readonly change: (principals: readonly string[]) => void;
}

/** Who has a role: users, and groups of a login elsewhere. */
function Principals({ principals, change: set }: PrincipalsProps) {
  const name = useSignal('');
  const add = (): void => {
    const added = name.peek().trim();
    if (added === '') return;
    if (!principals.some((one) => one.toLowerCase() === added.toLowerCase())) set([...principals, added]);
    name.value = '';
  };
  return (
    <section class="set">
      <h3>Principals</h3>
      <Removable
        none="No members yet"
        names={principals.map((one) => ({ key: one, name: one }))}
        remove={(key) => set(principals.filter((one) => one !== key))}
      />
      <PersonField
        label="Name of a user, or of a group of single sign-on"
        kind="user"
        value={name.value}
        change={(text) => (name.value = text)}
        enter={add}
      />
      <button type="button" onClick={add}>
        Add this name
      </button>
    </section>
  );
}

/** A role with who has it and what it holds, to be saved at once. */
export function RoleDialog({ edited, close, done }: Props) {
  const seen = useSignal(edited && draftOf(edited));
  const draft = useSignal<RoleDraft>(seen.peek() ?? newRole);
  const all = useAsked<readonly string[]>('/global-permissions');
  const { name, permissions, principals } = draft.value;
  const edit = (changes: Partial<RoleDraft>): void => {
    draft.value = { ...draft.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    const changed = (role: RoleAnswer) => {
      const now = draftOf(role);
      const meanwhile = meanwhileOf(seen.peek() ?? now, now);
      seen.value = now;
      if (meanwhile !== null) throw new Error(meanwhile);
      return sent(draft.peek());
    };
    if (edited === null) await change('POST', rolePath(name), sent(draft.peek()));
    else await changeNow(rolePath(name), changed);
    await done();
    return `The role ${name} was saved.`;
  };
  return (
    <FormDialog
      title={edited === null ? 'Create a role' : `Change ${name}`}
      word={edited === null ? 'Create' : 'Save'}
      close={close}
      run={run}
      isDrawer
    >
      {edited === null && <TextField label="Name" isRequired value={name} change={(text) => edit({ name: text })} />}
      <Principals principals={principals} change={(now) => edit({ principals: now })} />
      <h3>Global permissions</h3>
      <PermissionBoxes ids={all.value.value ?? []} chosen={permissions} change={(now) => edit({ permissions: now })} />
    </FormDialog>
  );
}
