import { useSignal } from '@preact/signals';
import type { UserResponse } from '@slipway/api-schema/people';
import { mentionsOf, type OpenMention, openMention } from '@slipway/domain/mentions';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { knownFullName } from '../../../../api/full-names.ts';
import { missingGlobalPermission } from '../../../../api/permissions.ts';
import { Avatar } from '../../../../components/marks/avatar.tsx';
import { useDebounced, useQuery } from '../../../../live/queries.ts';
import { announce } from '../../../../navigation/announce.ts';
import { plural } from '../../../../navigation/text.ts';
import { matchingNames, maxSuggestions } from './known-people.ts';

interface Options {
  /** The id of the field. */
  readonly id: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly people: readonly string[];
  readonly change: (text: string) => void;
}

/** Returns the path of the request for more users; null without the permission to list users. */
const pathFor = (typed: string): string | null =>
  typed === '' || missingGlobalPermission('changeUsers') !== null
    ? null
    : `/users?${new URLSearchParams({ text: typed, resultsPerPage: String(maxSuggestions) })}`;

/** Whether a name is recognized as a mention. */
const isMentionable = (name: string): boolean => mentionsOf(`@${name}`)[0]?.name === name;

/** Returns the users to offer while the user types a mention, and the functions and attributes of its field. */
export function useMentions({ id, field, people, change }: Options) {
  const open = useSignal<OpenMention | null>(null);
  const active = useSignal(0);
  const typed = open.value?.typed ?? '';
  const users = useQuery<readonly UserResponse[]>(pathFor(useDebounced(typed)));
  const all = [...people, ...(users.value.value ?? []).map(({ username }) => username)].filter(isMentionable);
  const names = open.value === null ? [] : matchingNames(all, typed);
  const index = Math.min(active.value, names.length - 1);
  const isOpen = names.length > 0;
  useEffect(() => {
    if (isOpen) announce(plural(names.length, '# user to mention', '# users to mention'));
  }, [isOpen, names.length]);
  const close = (): void => {
    open.value = null;
  };
  const update = (): void => {
    const { value = '', selectionStart = 0 } = field.current ?? {};
    open.value = openMention(value.slice(0, selectionStart));
    active.value = 0;
  };
  const pick = (name: string): void => {
    const { current } = field;
    if (current === null || open.value === null) return;
    const end = open.value.index + name.length + 2;
    const rest = current.value.slice(current.selectionStart).replace(/^ /, '');
    const text = `${current.value.slice(0, open.value.index)}@${name} ${rest}`;
    // The caret stays only if the field has the text before it is rendered.
    current.value = text;
    current.setSelectionRange(end, end);
    change(text);
    close();
  };
  /** Handles a key of the field. Returns whether the key belongs to the suggestions. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = names[index];
    if (step !== undefined) active.value = (index + step + names.length) % names.length;
    else if ((event.key === 'Enter' || event.key === 'Tab') && name !== undefined) pick(name);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const listId = `${id}-mentions`;
  const optionId = (position: number): string => `${listId}-${position}`;
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? optionId(index) : undefined,
  } as const;
  const activate = (position: number): void => {
    active.value = position;
  };
  return { names, index, listId, optionId, attributes, update, close, pick, activate, handleKey };
}

/** The list of users below the field. The field keeps the focus and handles the keys. */
export function Suggestions({ mentions }: { readonly mentions: ReturnType<typeof useMentions> }) {
  const { names, index, listId, optionId, pick, activate } = mentions;
  if (names.length === 0) return null;
  return (
    // The list is positioned below the field, at the place of its box.
    <div>
      <div class="menu" id={listId} role="listbox" aria-label="Users to mention">
        {names.map((name, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={name}
            id={optionId(position)}
            role="option"
            aria-selected={position === index}
            onPointerMove={() => activate(position)}
            // A press would move the focus, and the loss of the focus closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(name)}
          >
            <Avatar name={name} isNamed />
            <bdi>{knownFullName(name) ?? name}</bdi>
            {knownFullName(name) !== null && (
              <span class="sub">
                <bdi>{name}</bdi>
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
