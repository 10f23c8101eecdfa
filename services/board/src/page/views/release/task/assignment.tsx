import { useSignal } from '@preact/signals';
import type { ReleaseAnswer, TaskAnswer } from '@slipway/wire';
import { change } from '../../../data/rest.ts';
import { Lacking } from '../../../parts/deed.tsx';
import { useDoing } from '../../../parts/form-dialog.tsx';
import { PersonField } from '../../../parts/people/person-field.tsx';
import { TeamField } from '../../../parts/people/team-field.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { lastOf } from '../../../place/ids.ts';
import type { Act } from '../actions.ts';

interface Props {
  readonly release: Pick<ReleaseAnswer, 'id'>;
  readonly task: TaskAnswer;
  readonly act: Act;
  /** The missing permission to reassign it */
  readonly lacking: string | null;
}

/** The input as REST accepts it: empty means no user; an unchanged one is not sent. */
const changed = (typed: string | null, before = '') =>
  typed === null || typed.trim() === before ? undefined : typed.trim() || null;

/** Assigns a task to another user, to none or to a team. */
export function Assignment({ release, task, act, lacking }: Props) {
  const typedOwner = useSignal<string | null>(null);
  const typedTeam = useSignal<string | null>(null);
  const doing = useDoing(() => {
    typedOwner.value = null;
    typedTeam.value = null;
  });
  const owner = changed(typedOwner.value, task.owner);
  const team = changed(typedTeam.value, task.team);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void doing.run(async () => {
      const body = { ...(owner !== undefined && { owner }), ...(team !== undefined && { team }) };
      const foreseen = { ...task, owner: owner ?? task.owner, team: team ?? task.team };
      await act(foreseen, () => change<TaskAnswer>('PUT', `/tasks/${lastOf(task.id)}`, body));
      return `${task.title} was assigned.`;
    });
  };
  return (
    <form class="actions" onSubmit={submit}>
      <PersonField
        label="Owner"
        kind="user"
        value={typedOwner.value ?? task.owner ?? ''}
        change={(text) => (typedOwner.value = text)}
      />
      <TeamField
        of={`/releases/${lastOf(release.id)}`}
        value={typedTeam.value ?? task.team ?? ''}
        change={(text) => (typedTeam.value = text)}
      />
      <button type="submit" disabled={lacking !== null || (owner === undefined && team === undefined)}>
        Assign
      </button>
      <Lacking names={[lacking]} />
      <Refusal sentence={doing.refusal.value} />
    </form>
  );
}
