import { type Signal, useSignal } from '@preact/signals';
import type { RoleResponse } from '@slipway/api-schema/people';
import { rolePresets } from '@slipway/domain/permission-presets';
import { permissionName } from '../../../api/permission-words.ts';
import { mutate } from '../../../api/rest.ts';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PermissionBoxes } from '../../../components/people/permission-boxes.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { PresetField } from '../../../components/people/preset-field.tsx';
import { RemovableList } from '../../../components/people/removable-list.tsx';
import { useQuery } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';

/** The input of the role form. */
interface RoleDraft {
  readonly name: string;
  readonly permissions: readonly string[];
  /** The names of users and groups. */
  readonly principals: readonly string[];
}

export const draftOf = ({ name, permissions, principals }: RoleResponse): RoleDraft => ({
  name,
  permissions,
  principals: principals.map(({ username }) => username),
});

export const newRole: RoleDraft = { name: '', permissions: [], principals: [] };

/** Returns the request body of a role. */
export const toRoleBody = ({ permissions, principals }: RoleDraft) => ({
  permissions,
  principals: principals.map((username) => ({ username })),
});

const addedItems = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((item) => !before.includes(item));

/** Returns the error text after a concurrent change of a role; null: it is unchanged. */
export function conflictMessage(before: RoleDraft, after: RoleDraft): string | null {
  const changes = [
    ...addedItems(before.principals, after.principals).map((item) => t`added member ${item}`),
    ...addedItems(after.principals, before.principals).map((item) => t`removed member ${item}`),
    ...addedItems(before.permissions, after.permissions).map((id) => t`added permission “${permissionName(id)}”`),
    ...addedItems(after.permissions, before.permissions).map((id) => t`removed permission “${permissionName(id)}”`),
  ];
  if (changes.length === 0) return null;
  return t`Another user has changed this role: ${changes.slice(0, 5).join('; ')}. Nothing was saved; save again to overwrite.`;
}

interface Props {
  /** Null for a new role. */
  readonly editedRole: RoleResponse | null;
  readonly close: () => void;
  readonly onDone: () => Promise<void>;
}

/** Returns the path of requests for a role. */
export const rolePath = (name: string): string => `/roles/${encodeURIComponent(name)}`;

/** Returns the members with a typed name, unless the name is empty or a member has it. */
function withName(principals: readonly string[], typed: string): readonly string[] {
  const name = typed.trim();
  const isKnown = principals.some((principal) => principal.toLowerCase() === name.toLowerCase());
  return name === '' || isKnown ? principals : [...principals, name];
}

interface PrincipalsProps {
  /** The name in the field for a new member. */
  readonly name: Signal<string>;
  readonly principals: readonly string[];
  readonly change: (principals: readonly string[]) => void;
}

/** The members of a role: users, and groups of an identity provider. */
function Principals({ name, principals, change: setPrincipals }: PrincipalsProps) {
  const add = (): void => {
    setPrincipals(withName(principals, name.peek()));
    name.value = '';
  };
  return (
    <section class="set">
      <h3>Members</h3>
      <RemovableList
        none="No members yet"
        names={principals.map((principal) => ({ key: principal, name: principal }))}
        remove={(key) => setPrincipals(principals.filter((principal) => principal !== key))}
      />
      <PersonField
        label="User or single sign-on group"
        kind="user"
        value={name.value}
        change={(text) => (name.value = text)}
        onEnter={add}
      />
      <button type="button" onClick={add}>
        Add member
      </button>
    </section>
  );
}

const presetHints = {
  viewer: t('No global permissions. Teams grant access to folders.'),
  contributor: t('Creates top-level templates.'),
  releaseManager: t('Also creates releases from any template, and changes blackouts.'),
  folderOwner: t('Also creates top-level folders, and changes global variables and risk profiles.'),
  administrator: t('Everything.'),
};

/** A dialog for the name, members and permissions of a role, which are saved together. */
export function RoleDialog({ editedRole, close, onDone }: Props) {
  const seenDraft = useSignal(editedRole && draftOf(editedRole));
  const draft = useSignal<RoleDraft>(seenDraft.peek() ?? newRole);
  const permissionIds = useQuery<readonly string[]>('/global-permissions');
  const { name, permissions, principals } = draft.value;
  const edit = (changes: Partial<RoleDraft>): void => {
    draft.value = { ...draft.peek(), ...changes };
  };
  const memberName = useSignal('');
  const run = async (): Promise<string> => {
    // A typed name without a press of the button is a member too.
    edit({ principals: withName(draft.peek().principals, memberName.peek()) });
    memberName.value = '';
    const createBody = (role: RoleResponse) => {
      const current = draftOf(role);
      const conflict = conflictMessage(seenDraft.peek() ?? current, current);
      seenDraft.value = current;
      if (conflict !== null) throw new Error(conflict);
      return toRoleBody(draft.peek());
    };
    if (editedRole === null) await mutate('POST', rolePath(name), toRoleBody(draft.peek()));
    else await updateWithRetry(rolePath(name), createBody);
    await onDone();
    return t('Role saved');
  };
  return (
    <FormDialog
      title={editedRole === null ? t('Add role') : t`Edit ${name}`}
      submitLabel={editedRole === null ? t('Create role') : t('Save')}
      close={close}
      run={run}
      kind="drawer"
    >
      {editedRole === null && (
        <TextField label="Name" isRequired value={name} change={(text) => edit({ name: text })} />
      )}
      <Principals name={memberName} principals={principals} change={(current) => edit({ principals: current })} />
      <h3>Global permissions</h3>
      <PresetField
        presets={rolePresets}
        hints={presetHints}
        selected={permissions}
        change={(current) => edit({ permissions: current })}
      />
      <PermissionBoxes
        ids={permissionIds.value.value ?? []}
        selected={permissions}
        change={(current) => edit({ permissions: current })}
      />
    </FormDialog>
  );
}
