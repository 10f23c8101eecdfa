import { type Signal, useSignal } from '@preact/signals';
import type { TaskTypeResponse } from '@slipway/api-schema/plans';
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import Search from '~icons/lucide/search';
import type { DisplayMessage } from '../../../api/language.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { TaskTypeIcon } from '../../../components/marks/task-type-icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useTaskTypes } from '../../../live/task-types.ts';
import { t } from '../../../navigation/text.ts';
import { allTypes, categoriesOf, findTypes } from './type-categories.ts';

interface CategoriesProps {
  readonly names: readonly string[];
  readonly current: string;
  readonly change: (name: string) => void;
}

const Categories = ({ names, current, change }: CategoriesProps) => (
  <fieldset class="categories" aria-label="Categories">
    {names.map((name) => (
      <button key={name} type="button" class="quiet" aria-pressed={name === current} onClick={() => change(name)}>
        {name}
      </button>
    ))}
  </fieldset>
);

interface OptionProps {
  readonly type: TaskTypeResponse;
  readonly id: string;
  readonly isActive: boolean;
  readonly activate: () => void;
  readonly pick: () => void;
}

/** A task type. The keyboard is handled by the search field, which keeps the focus. */
const Option = ({ type: { type, title, description, plugin }, id, isActive, activate, pick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
  // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus
  <div id={id} role="option" aria-selected={isActive} onPointerMove={activate} onClick={pick}>
    <span class="tile">
      <TaskTypeIcon type={type} />
    </span>
    <span>
      <strong>{title}</strong>
      <span class="sub">{[description, plugin && t`Plugin: ${plugin}`].filter(Boolean).join(' · ')}</span>
    </span>
  </div>
);

interface SearchProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: Signal<string>;
  readonly types: readonly TaskTypeResponse[];
  readonly listId: string;
  /** The id of the active option; undefined if no type matches. */
  readonly activeId: string | undefined;
  readonly onInput: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The search field, which keeps the focus while the user chooses a type with the arrow keys. */
const SearchField = ({ input, text, types, listId, activeId, onInput, onKeyDown }: SearchProps) => (
  <div class="field seeker">
    <Icon of={Search} />
    <input
      ref={input}
      type="text"
      role="combobox"
      aria-label="Search task types"
      placeholder={t`Search ${types.length} task types`}
      autoComplete="off"
      aria-expanded="true"
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={activeId}
      value={text.value}
      onInput={({ currentTarget }) => {
        text.value = currentTarget.value;
        onInput();
      }}
      onKeyDown={onKeyDown}
    />
  </div>
);

interface Props {
  readonly title: string;
  /** What Enter does, such as “add”. */
  readonly verb: string;
  readonly refusal: DisplayMessage | null;
  readonly pick: (type: TaskTypeResponse) => void;
  readonly close: () => void;
}

/** A dialog that selects a task type by search, category and arrow keys. */
export function TypePicker({ title, verb, refusal, pick, close }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const text = useSignal('');
  const category = useSignal(allTypes);
  const active = useSignal(0);
  const types = useTaskTypes() ?? [];
  const found = findTypes(types, category.value, text.value);
  const index = Math.min(active.value, found.length - 1);
  const optionId = (position: number): string => `${id}-${position}`;
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const handleKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = found[index];
    if (step !== undefined && found.length > 0) active.value = (index + step + found.length) % found.length;
    else if (event.key === 'Enter' && current && !event.repeat) pick(current);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={title} close={close}>
      <SearchField
        {...{ input, text, types }}
        listId={`${id}-types`}
        activeId={index < 0 ? undefined : optionId(index)}
        onInput={() => (active.value = 0)}
        onKeyDown={handleKey}
      />
      <Refusal message={refusal} />
      <div class="picker">
        <Categories
          names={categoriesOf(types)}
          current={category.value}
          change={(name) => {
            category.value = name;
            active.value = 0;
            input.current?.focus();
          }}
        />
        <div ref={list} id={`${id}-types`} role="listbox" aria-label="Task types">
          {found.map((type, position) => (
            <Option
              key={type.type}
              type={type}
              id={optionId(position)}
              isActive={position === index}
              activate={() => (active.value = position)}
              pick={() => pick(type)}
            />
          ))}
        </div>
        {found.length === 0 && types.length > 0 && <p class="empty">No task types match</p>}
      </div>
      <p class="picker-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> to choose <kbd>Enter</kbd> to {verb} <kbd>Esc</kbd> to close
      </p>
    </Dialog>
  );
}
