import type { TeamViewResponse } from '@slipway/api-schema/people';
import { useId } from 'preact/hooks';
import { useQuery } from '../../live/queries.ts';
import { Hint, useFieldError } from '../fields/field.tsx';

interface Props {
  /** The path of a release or template, whose teams are suggested. */
  readonly containerPath: string;
  readonly value: string;
  readonly change: (text: string) => void;
  readonly isRequired?: boolean;
}

/** A text field for a team of a release or template. It suggests the teams if the user can view them. */
export function TeamField({ containerPath, value, change, isRequired }: Props) {
  const id = useId();
  const { error, control, accept } = useFieldError(id, undefined);
  const teams = useQuery<readonly TeamViewResponse[]>(`${containerPath}/teams`).value.value ?? [];
  return (
    <div class="field">
      <label for={id}>Team</label>
      <input
        {...control}
        id={id}
        type="text"
        autoComplete="off"
        list={`${id}-offers`}
        value={value}
        required={isRequired}
        onInput={({ currentTarget }) => {
          accept();
          change(currentTarget.value);
        }}
      />
      <datalist id={`${id}-offers`}>
        {teams.map(({ teamName }) => (
          <option key={teamName} value={teamName} />
        ))}
      </datalist>
      <Hint id={`${id}-hint`} error={error} />
    </div>
  );
}
