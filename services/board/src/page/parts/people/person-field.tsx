import type { RoleAnswer, UserAnswer } from '@slipway/wire';
import { useId } from 'preact/hooks';
import { useAsked } from '../../live/use-asked.ts';
import { usePaused } from '../../live/use-paused.ts';
import { lackingForAll } from '../../live/use-rights.ts';

interface Props {
  readonly label: string;
  readonly kind: 'user' | 'role';
  readonly value: string;
  readonly change: (text: string) => void;
  /** what the key Enter does instead of sending the form */
  readonly enter?: () => void;
  readonly isRequired?: boolean;
}

/** How many names are offered. */
const most = 8;

/** The request for suggestions; null: no input yet, or no permission. */
function pathFor(kind: Props['kind'], text: string): string | null {
  if (lackingForAll(kind) !== null || text === '') return null;
  return kind === 'role' ? '/roles' : `/users?${new URLSearchParams({ text, resultsPerPage: String(most) })}`;
}

const nameIn = (one: RoleAnswer | UserAnswer): string => ('name' in one ? one.name : one.username);

/** The name of a user or role, with suggestions if the user has the permission. */
export function PersonField({ label, kind, value, change, enter, isRequired }: Props) {
  const id = useId();
  const asked = useAsked<readonly (RoleAnswer | UserAnswer)[]>(pathFor(kind, usePaused(value.trim())));
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        list={`${id}-offers`}
        value={value}
        required={isRequired}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || enter === undefined) return;
          event.preventDefault();
          enter();
        }}
      />
      <datalist id={`${id}-offers`}>
        {asked.value.value?.map((one) => (
          <option key={nameIn(one)} value={nameIn(one)} />
        ))}
      </datalist>
    </div>
  );
}
