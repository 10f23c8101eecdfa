import type { TeamViewAnswer } from '@slipway/wire';
import { useId } from 'preact/hooks';
import { useAsked } from '../../live/use-asked.ts';
import { lastOf } from '../../place/ids.ts';

interface Props {
  /** the id of a release, whose teams are offered */
  readonly releaseId: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly isRequired?: boolean;
}

/** The name of a team that holds for a release; who does not see its teams types it. */
export function TeamField({ releaseId, value, change, isRequired }: Props) {
  const id = useId();
  const teams = useAsked<readonly TeamViewAnswer[]>(`/releases/${lastOf(releaseId)}/teams`).value.value ?? [];
  return (
    <div class="field">
      <label for={id}>Team</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        list={`${id}-offers`}
        value={value}
        required={isRequired}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <datalist id={`${id}-offers`}>
        {teams.map(({ teamName }) => (
          <option key={teamName} value={teamName} />
        ))}
      </datalist>
    </div>
  );
}
