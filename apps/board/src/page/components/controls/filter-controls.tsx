import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import ChevronDown from '~icons/lucide/chevron-down';
import Search from '~icons/lucide/search';
import X from '~icons/lucide/x';
import { isFocusLost } from '../../navigation/restore-focus.ts';
import { t } from '../../navigation/text.ts';
import { Icon } from '../marks/icon.tsx';

interface SearchInputProps {
  /** The name of the field, such as "Search releases". */
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** The search field of a filter bar. */
export const SearchInput = ({ label, value, change }: SearchInputProps) => (
  <label class="find">
    <Icon of={Search} />
    <span class="unseen">{label}</span>
    <input
      type="search"
      placeholder={label}
      value={value}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  </label>
);

interface ChipProps {
  readonly label: string;
  /** The selected value. */
  readonly text: string;
  /** Removes the filter; null if it cannot be removed. */
  readonly remove: (() => void) | null;
}

/** The controls of a filter bar that remain when a filter is removed. */
const controlSelector = ':scope > .chip > button:first-child, :scope > .find input, :scope > button';

/**
 * Moves the focus when a button that removes a filter disappears: to the control of the filter, or else to the next or
 * previous control of the bar.
 */
function moveFocusOnRemoval(button: HTMLElement): void {
  const chip = button.closest('.chip');
  const controls = [...(chip?.parentElement?.querySelectorAll<HTMLElement>(controlSelector) ?? [])];
  const isBefore = (control: HTMLElement): boolean =>
    (button.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
  const isOwn = (control: HTMLElement): boolean => control.parentElement === chip;
  const candidates = [
    ...controls.filter(isOwn),
    ...controls.filter((control) => !isBefore(control)),
    ...controls.filter(isBefore).toReversed(),
  ];
  const moveFocus = (): void => {
    if (!button.isConnected && isFocusLost()) candidates.find((control) => control.isConnected)?.focus();
  };
  button.addEventListener('focusout', () => window.requestAnimationFrame(moveFocus), { once: true });
}

const RemoveButton = ({ label, remove }: Pick<ChipProps, 'label' | 'remove'>) =>
  remove && (
    <button
      type="button"
      aria-label={t`Remove filter ${label}`}
      title={t`Remove filter ${label}`}
      onClick={({ currentTarget }) => {
        moveFocusOnRemoval(currentTarget);
        remove();
      }}
    >
      <Icon of={X} size="small" />
    </button>
  );

const ChipText = ({ label, text }: Pick<ChipProps, 'label' | 'text'>) => (
  <span>
    <span class="faint">{label}:</span> <bdi>{text}</bdi>
  </span>
);

/** A filter that is only on or off. */
export const FlagChip = ({ label, text, remove }: ChipProps) => (
  <span class="chip">
    <span class="fixed">
      <ChipText label={label} text={text} />
    </span>
    <RemoveButton label={label} remove={remove} />
  </span>
);

interface FieldChipProps extends ChipProps {
  /** Whether to open the field at once, because the user has just added the filter. */
  readonly isNew?: boolean;
  /** The field. It is rendered when the user opens it. */
  readonly children: ComponentChildren;
}

/** A filter whose field opens below it. */
export function FieldChip({ label, text, remove, isNew = false, children }: FieldChipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const hasOpened = useSignal(false);
  useEffect(() => {
    if (!isNew || button.current === null) return;
    hasOpened.value = true;
    panel.current?.showPopover({ source: button.current });
  }, []);
  return (
    <>
      <span class="chip">
        <button
          ref={button}
          type="button"
          popovertarget={id}
          onClick={() => {
            hasOpened.value = true;
          }}
        >
          <ChipText label={label} text={text} />
          <Icon of={ChevronDown} size="small" />
        </button>
        <RemoveButton label={label} remove={remove} />
      </span>
      <div
        ref={panel}
        id={id}
        class="menu panel"
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === 'open') panel.current?.querySelector<HTMLElement>('input, select')?.focus();
        }}
      >
        {hasOpened.value && children}
      </div>
    </>
  );
}
