import type { ComponentChildren } from 'preact';
import X from '~icons/lucide/x';
import { t } from '../../navigation/text.ts';
import { Icon } from '../marks/icon.tsx';

interface Props {
  readonly count: number;
  readonly clear: () => void;
  /** The actions that apply to at least one selected object. */
  readonly children: ComponentChildren;
}

/** The actions on the selected rows, at the bottom of the page. Absent without a selection. */
export const BulkBar = ({ count, clear, children }: Props) =>
  count === 0 ? null : (
    <fieldset
      class="bulk-bar"
      aria-label={t`${count} selected`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') clear();
      }}
    >
      <span class="number">{count} selected</span>
      {children}
      <button type="button" class="quiet square" aria-label="Clear selection" title="Clear selection" onClick={clear}>
        <Icon of={X} />
      </button>
    </fieldset>
  );
