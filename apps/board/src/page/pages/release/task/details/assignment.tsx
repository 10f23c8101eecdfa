import { useSignal } from '@preact/signals';
import type { ReleaseResponse, TaskResponse } from '@slipway/api-schema/plans';
import { fullNameOf } from '../../../../api/full-names.ts';
import { mutate } from '../../../../api/rest.ts';
import { MissingPermissions } from '../../../../components/controls/action-button.tsx';
import { useAction } from '../../../../components/form-dialog.tsx';
import { PersonField } from '../../../../components/people/person-field.tsx';
import { TeamField } from '../../../../components/people/team-field.tsx';
import { Refusal } from '../../../../components/refusal.tsx';
import { lastSegment } from '../../../../navigation/ids.ts';
import { t } from '../../../../navigation/text.ts';
import type { Act } from '../../actions.ts';

interface Props {
  readonly release: Pick<ReleaseResponse, 'id'>;
  readonly task: TaskResponse;
  readonly act: Act;
  /** The permission that the user lacks to reassign the task; null if the user lacks none. */
  readonly missingPermission: string | null;
}

/** Returns the changed value for REST: null for an empty input, undefined for an unchanged one. */
const changedValue = (input: string | null, stored = '') =>
  input === null || input.trim() === stored ? undefined : input.trim() || null;

/** A form that assigns the task to another user, to no user, or to a team. */
export function Assignment({ release, task, act, missingPermission }: Props) {
  const ownerInput = useSignal<string | null>(null);
  const teamInput = useSignal<string | null>(null);
  const runner = useAction(() => {
    ownerInput.value = null;
    teamInput.value = null;
  });
  const owner = changedValue(ownerInput.value, task.owner);
  const team = changedValue(teamInput.value, task.team);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void runner.run(async () => {
      const body = { ...(owner !== undefined && { owner }), ...(team !== undefined && { team }) };
      const expected = { ...task, owner: owner ?? task.owner, team: team ?? task.team };
      await act(expected, () => mutate<TaskResponse>('PUT', `/tasks/${lastSegment(task.id)}`, body));
      const names = [owner && fullNameOf(owner), team].filter((name) => typeof name === 'string').join(', ');
      return names === '' ? t('Unassigned') : t`Assigned to ${names}`;
    });
  };
  return (
    <form class="actions" onSubmit={submit}>
      <PersonField
        label="Assignee"
        kind="user"
        value={ownerInput.value ?? task.owner ?? ''}
        change={(text) => (ownerInput.value = text)}
      />
      <TeamField
        containerPath={`/releases/${lastSegment(release.id)}`}
        value={teamInput.value ?? task.team ?? ''}
        change={(text) => (teamInput.value = text)}
      />
      <button type="submit" disabled={missingPermission !== null || (owner === undefined && team === undefined)}>
        Assign
      </button>
      <MissingPermissions names={[missingPermission]} />
      <Refusal message={runner.refusal.value} />
    </form>
  );
}
