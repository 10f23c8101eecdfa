import { type Signal, useSignal } from '@preact/signals';
import type { TeamViewResponse } from '@slipway/api-schema/people';
import { teamPresets } from '@slipway/domain/permission-presets';
import { ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PermissionBoxes } from '../../../components/people/permission-boxes.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { PresetField } from '../../../components/people/preset-field.tsx';
import { RemovableList } from '../../../components/people/removable-list.tsx';
import { useQuery } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { memberLabel, type TeamDraft } from './team-draft.ts';

type Member = TeamViewResponse['members'][number];

/** The inputs of the form for a new member. */
interface MemberInput {
  readonly type: Signal<Member['type']>;
  readonly name: Signal<string>;
}

interface MembersProps {
  readonly members: readonly Member[];
  readonly change: (members: readonly Member[]) => void;
  readonly input: MemberInput;
}

const isSame = (a: Member, b: Member): boolean => a.type === b.type && a.name.toLowerCase() === b.name.toLowerCase();

/** Returns the members with the one whose name is in the input, unless the name is empty or a member has it. */
function withInput(members: readonly Member[], { type, name }: MemberInput): readonly Member[] {
  const member: Member = { name: name.peek().trim(), type: type.peek() };
  return member.name === '' || members.some((a) => isSame(a, member)) ? members : [...members, member];
}

/** A form that adds a user or a role by name. */
function AddMember({ members, change, input }: MembersProps) {
  const { type, name } = input;
  const add = (): void => {
    change(withInput(members, input));
    name.value = '';
  };
  return (
    <>
      <ChoiceField
        label="Member type"
        value={type.value}
        options={[
          ['PRINCIPAL', t('User')],
          ['ROLE', t('Role')],
        ]}
        change={(value) => (type.value = value === 'ROLE' ? 'ROLE' : 'PRINCIPAL')}
      />
      <PersonField
        label="Member name"
        kind={type.value === 'ROLE' ? 'role' : 'user'}
        value={name.value}
        change={(text) => (name.value = text)}
        onEnter={add}
      />
      <button type="button" onClick={add}>
        Add member
      </button>
    </>
  );
}

const keyOf = ({ type, name }: Member): string => `${type} ${name}`;

/** The members of a team. */
const Members = ({ members, change, input }: MembersProps) => (
  <section class="set">
    <h3>Members</h3>
    <RemovableList
      none="No members yet"
      names={members.map((member) => ({ key: keyOf(member), name: memberLabel(member), detail: member.fullName }))}
      remove={(key) => change(members.filter((member) => keyOf(member) !== key))}
    />
    <AddMember members={members} change={change} input={input} />
  </section>
);

interface Props {
  readonly draft: TeamDraft;
  /** Whether the team is a system team, whose name is fixed. */
  readonly isSystem: boolean;
  readonly close: () => void;
  /** Throws ConflictError, ApiError, OfflineError. */
  readonly save: (draft: TeamDraft) => Promise<void>;
}

const presetHints = {
  viewer: t('Views the folder, templates, releases and triggers.'),
  contributor: t('Like a viewer. Also creates releases, and works on tasks of others.'),
  releaseManager: t('Like a contributor. Also starts, changes, restarts and aborts releases.'),
  folderOwner: t('Like a release manager. Also changes templates, triggers, teams, variables and the folder.'),
  administrator: t('All permissions in this folder.'),
};

/** A form that creates or changes a team with its members and permissions. */
export function TeamDialog({ draft, isSystem, close, save }: Props) {
  const edited = useSignal(draft);
  const input: MemberInput = { type: useSignal<Member['type']>('PRINCIPAL'), name: useSignal('') };
  const permissionIds = useQuery<readonly string[]>('/folders/permissions');
  const { teamName, members, permissions } = edited.value;
  const edit = (changes: Partial<TeamDraft>): void => {
    edited.value = { ...edited.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    // A typed name without a press of the button is a member too.
    edit({ members: withInput(edited.peek().members, input) });
    input.name.value = '';
    await save(edited.peek());
    return t('Team saved');
  };
  return (
    <FormDialog
      title={draft.id === null ? t('Add team') : t`Edit ${draft.teamName}`}
      submitLabel="Save"
      close={close}
      run={run}
      kind="drawer"
    >
      {isSystem ? (
        <p>Built-in team. It can’t be renamed or deleted.</p>
      ) : (
        <TextField label="Name" isRequired value={teamName} change={(text) => edit({ teamName: text })} />
      )}
      <Members members={members} change={(newValue) => edit({ members: newValue })} input={input} />
      <h3>Permissions</h3>
      <PresetField
        presets={teamPresets}
        hints={presetHints}
        selected={permissions}
        change={(newValue) => edit({ permissions: newValue })}
      />
      <PermissionBoxes
        ids={permissionIds.value.value ?? []}
        selected={permissions}
        change={(newValue) => edit({ permissions: newValue })}
      />
    </FormDialog>
  );
}
