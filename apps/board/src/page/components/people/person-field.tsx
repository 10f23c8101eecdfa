import type { RoleResponse, UserResponse } from '@slipway/api-schema/people';
import { useId } from 'preact/hooks';
import { fullNames, knownFullName } from '../../api/full-names.ts';
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

interface Suggestion {
  readonly name: string;
  readonly fullName?: string | undefined;
}

const suggestionOf = (found: RoleResponse | UserResponse): Suggestion =>
  'name' in found ? { name: found.name } : { name: found.username, fullName: found.fullName };

/** Returns users whose user name or full name contains a text, for users without the permission to list users. */
const knownUsers = (text: string): readonly Suggestion[] =>
  text === ''
    ? []
    : Object.entries(fullNames.value)
        .filter((names) => names.some((name) => name.toLowerCase().includes(text.toLowerCase())))
        .slice(0, maxSuggestions)
        .map(([name, fullName]) => ({ name, fullName }));

/** A field for the name of a user or role. It suggests users, and roles if the user may list them. */
export function PersonField({ label, kind, value, change, onEnter, isRequired, hint }: Props) {
  const id = useId();
  const { error, control, accept } = useFieldError(id, hint);
  const found = useQuery<readonly (RoleResponse | UserResponse)[]>(pathFor(kind, useDebounced(value.trim())));
  const suggestions = found.value.value?.map(suggestionOf) ?? (kind === 'user' ? knownUsers(value.trim()) : []);
  const fullName = kind === 'user' ? knownFullName(value.trim()) : null;
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
        {suggestions.map((suggestion) => (
          <option key={suggestion.name} value={suggestion.name} label={suggestion.fullName} />
        ))}
      </datalist>
      <Hint id={`${id}-hint`} text={fullName ?? hint} error={error} />
    </div>
  );
}
