import type { RoleResponse, UserResponse } from '@slipway/api-schema/people';
import { useId } from 'preact/hooks';
import { missingGlobalPermission } from '../../api/permissions.ts';
import { useDebounced, useQuery } from '../../live/queries.ts';
import { Hint, useFieldError } from '../fields/field.tsx';

interface Props {
  readonly label: string;
  readonly kind: 'user' | 'role';
  readonly value: string;
  readonly change: (text: string) => void;
  /** Called for Enter, which then does not submit the form. */
  readonly onEnter?: () => void;
  readonly isRequired?: boolean;
  readonly hint?: string;
}

/** The maximum number of suggestions. */
const maxSuggestions = 8;

/** Returns the path of the request for suggestions; null for an empty input, or without the permission. */
function pathFor(kind: Props['kind'], text: string): string | null {
  if (missingGlobalPermission(kind === 'role' ? 'changeRoles' : 'changeUsers') !== null || text === '') return null;
  return kind === 'role' ? '/roles' : `/users?${new URLSearchParams({ text, resultsPerPage: String(maxSuggestions) })}`;
}

const suggestionName = (suggestion: RoleResponse | UserResponse): string =>
  'name' in suggestion ? suggestion.name : suggestion.username;

/** A field for the name of a user or role. It has suggestions if the user has the permission to list names. */
export function PersonField({ label, kind, value, change, onEnter, isRequired, hint }: Props) {
  const id = useId();
  const { error, control, accept } = useFieldError(id, hint);
  const suggestions = useQuery<readonly (RoleResponse | UserResponse)[]>(pathFor(kind, useDebounced(value.trim())));
  return (
    <div class="field">
      <label for={id}>{label}</label>
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || onEnter === undefined) return;
          event.preventDefault();
          onEnter();
        }}
      />
      <datalist id={`${id}-offers`}>
        {suggestions.value.value?.map((suggestion) => (
          <option key={suggestionName(suggestion)} value={suggestionName(suggestion)} />
        ))}
      </datalist>
      <Hint id={`${id}-hint`} text={hint} error={error} />
    </div>
  );
}
