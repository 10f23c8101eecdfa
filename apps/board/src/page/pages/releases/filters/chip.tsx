import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import ChevronDown from '~icons/lucide/chevron-down';
import X from '~icons/lucide/x';
import { Icon } from '../../../components/marks/icon.tsx';

interface ChipProps {
  readonly label: string;
  /** The selected value. */
  readonly text: string;
  /** Removes the filter; null if it cannot be removed. */
  readonly remove: (() => void) | null;
}

const RemoveButton = ({ label, remove }: Pick<ChipProps, 'label' | 'remove'>) =>
  remove && (
    <button type="button" aria-label={`Remove filter ${label}`} title={`Remove filter ${label}`} onClick={remove}>
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
  readonly isNew: boolean;
  /** The field. It is rendered when the user opens it. */
  readonly children: ComponentChildren;
}

/** A filter whose field opens below it. */
export function FieldChip({ label, text, remove, isNew, children }: FieldChipProps) {
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
