import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import Check from '~icons/lucide/check';
import { Icon, type IconNode } from '../marks/icon.tsx';

/** An action in a menu. */
export interface MenuAction {
  readonly label: string;
  readonly icon?: IconNode;
  readonly run: () => void;
  /** Whether the action is destructive. Such actions are last. */
  readonly isDanger?: boolean;
  /** Why the action is disabled; null or absent if it is enabled. */
  readonly disabledReason?: string | null;
  /** The keyboard shortcut. */
  readonly shortcut?: string;
}

/** One of several settings, of which one is selected. */
export interface MenuChoice {
  readonly label: string;
  readonly icon?: IconNode;
  readonly run: () => void;
  readonly isSelected: boolean;
}

/** A part of a menu, separated by lines. Choices have a heading. */
export type MenuSection =
  | { readonly actions: readonly MenuAction[] }
  | {
      readonly heading: string;
      readonly choices: readonly MenuChoice[];
      /** Whether a choice closes the menu. */
      readonly isClosing?: boolean;
    };

interface Props {
  /** The name of the button, and of the menu. */
  readonly label: string;
  readonly sections: readonly MenuSection[];
  /** The content of the button. */
  readonly children: ComponentChildren;
  readonly buttonClass?: string;
}

const itemSelector = '[role^="menuitem"]:not([aria-disabled="true"])';

/** Moves the focus inside a menu: to the next, previous, first or last item, or to the item that starts with a letter. */
function moveFocus(event: KeyboardEvent, menu: HTMLElement): void {
  const items = [...menu.querySelectorAll<HTMLElement>(itemSelector)];
  const index = items.findIndex((item) => item.matches(':focus'));
  const offsets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index < 0 ? -1 : index - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  };
  const offset = offsets[event.key];
  if (offset !== undefined) {
    event.preventDefault();
    items.at(offset < 0 ? offset : offset % items.length)?.focus();
    return;
  }
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
  const ordered = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  const letter = event.key.toLowerCase();
  ordered.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
}

/** Whether a key means the first item, because it arrived while the list still had the focus, before the item. */
const isEarlyChoice = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') && !event.repeat && event.target === event.currentTarget;

interface SectionProps {
  readonly section: MenuSection;
  readonly close: () => void;
}

function Section({ section, close }: SectionProps) {
  if ('choices' in section) {
    return (
      <fieldset class="choices-of-menu" aria-label={section.heading}>
        <p class="heading" aria-hidden="true">
          {section.heading}
        </p>
        {section.choices.map(({ label, icon, run, isSelected }) => (
          <button
            key={label}
            type="button"
            role="menuitemradio"
            aria-checked={isSelected}
            tabIndex={-1}
            onClick={() => {
              if (section.isClosing === true) close();
              run();
            }}
          >
            {icon && <Icon of={icon} />}
            {label}
            {isSelected && (
              <span class="mark">
                <Icon of={Check} />
              </span>
            )}
          </button>
        ))}
      </fieldset>
    );
  }
  return section.actions.map(({ label, icon, run, isDanger = false, disabledReason = null, shortcut }) => (
    <button
      key={label}
      type="button"
      role="menuitem"
      tabIndex={-1}
      class={isDanger ? 'danger' : undefined}
      aria-disabled={disabledReason === null ? undefined : 'true'}
      onClick={() => {
        if (disabledReason !== null) return;
        close();
        run();
      }}
    >
      {icon && <Icon of={icon} />}
      <span>
        {label}
        {disabledReason !== null && <small class="sub"> {disabledReason}</small>}
      </span>
      {shortcut !== undefined && <kbd>{shortcut}</kbd>}
    </button>
  ));
}

interface ListProps extends Pick<Props, 'label' | 'sections'> {
  /** The id to which the button refers. */
  readonly id: string;
}

/**
 * The list of a menu. Arrow keys, Home, End and letters move the focus; Escape closes the menu and returns the focus to
 * the button. The list is a native popover, so that no element clips it. Several buttons can open the same list.
 */
export function MenuList({ id, label, sections }: ListProps) {
  const menu = useRef<HTMLDivElement>(null);
  // A list may have hundreds of menus, so a closed menu has no content.
  const isOpen = useSignal(false);
  const close = (): void => menu.current?.hidePopover();
  const shown = sections.filter((section) => ('choices' in section ? section.choices : section.actions).length > 0);
  return (
    <div
      ref={menu}
      id={id}
      class="menu"
      role="menu"
      aria-label={label}
      popover="auto"
      // The list takes the focus when it opens, before the first item does, so that no key gets lost between.
      autofocus
      tabIndex={-1}
      onBeforeToggle={(event) => {
        if (event.newState === 'open') isOpen.value = true;
      }}
      onToggle={(event) => {
        if (event.newState === 'open') {
          if (menu.current?.querySelector(':focus') === null) {
            menu.current.querySelector<HTMLElement>(itemSelector)?.focus();
          }
        }
        // Only now, because the browser returns the focus to the button from an item that still exists.
        else isOpen.value = false;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Tab') close();
        else if (isEarlyChoice(event)) {
          event.preventDefault();
          event.currentTarget.querySelector<HTMLElement>(itemSelector)?.click();
        } else moveFocus(event, event.currentTarget);
      }}
    >
      {(isOpen.value ? shown : []).map((section, index) => (
        <div key={index} role="none">
          {index > 0 && <hr />}
          <Section section={section} close={close} />
        </div>
      ))}
    </div>
  );
}

/** A button that opens a menu. */
export function Menu({ label, sections, children, buttonClass }: Props) {
  const id = useId();
  return (
    <>
      <button type="button" class={buttonClass} popovertarget={id} aria-haspopup="menu" aria-label={label}>
        {children}
      </button>
      <MenuList id={id} label={label} sections={sections} />
    </>
  );
}
