import { useSignal } from '@preact/signals';
import { TextField } from '../../../components/fields/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PermissionBoxes } from '../../../components/people/permission-boxes.tsx';
import { useQuery } from '../../../live/queries.ts';
import { Members } from './members.tsx';
import type { TeamDraft } from './team-draft.ts';

interface Props {
  readonly draft: TeamDraft;
  /** Whether the team is a system team, whose name is fixed. */
  readonly isSystem: boolean;
  readonly close: () => void;
  /** Throws ConflictError, ApiError, OfflineError. */
  readonly save: (draft: TeamDraft) => Promise<void>;
}

/** A form that creates or changes a team with its members and permissions. */
export function TeamDialog({ draft, isSystem, close, save }: Props) {
  const edited = useSignal(draft);
  const permissionIds = useQuery<readonly string[]>('/folders/permissions');
  const { teamName, members, permissions } = edited.value;
  const edit = (changes: Partial<TeamDraft>): void => {
    edited.value = { ...edited.peek(), ...changes };
  };
  const run = async (): Promise<string> => {
    await save(edited.peek());
    return `The team ${edited.peek().teamName} was saved.`;
  };
  return (
    <FormDialog
      title={draft.id === null ? 'Add a team' : `Change ${draft.teamName}`}
      submitLabel="Save"
      close={close}
      run={run}
      isDrawer
    >
      {isSystem ? (
        <p>This is a system team. It cannot be renamed or removed.</p>
      ) : (
        <TextField label="Name" isRequired value={teamName} change={(text) => edit({ teamName: text })} />
      )}
      <Members members={members} change={(newValue) => edit({ members: newValue })} />
      <h3>Permissions</h3>
      <PermissionBoxes
        ids={permissionIds.value.value ?? []}
        selected={permissions}
        change={(newValue) => edit({ permissions: newValue })}
      />
    </FormDialog>
  );
}
