import type { ListedRelease } from '@slipway/api-schema/search';
import { useId } from 'preact/hooks';
import FolderInput from '~icons/lucide/folder-input';
import Play from '~icons/lucide/play';
import Square from '~icons/lucide/square';
import Tag from '~icons/lucide/tag';
import Users from '~icons/lucide/users';
import { BulkBar } from '../../../components/controls/bulk-bar.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { t } from '../../../navigation/text.ts';
import { availabilityOf, bulkActions, type ReleaseAction } from './release-actions.ts';
import type { ReleaseActions } from './use-release-actions.ts';

export const actionIcons: Readonly<Record<ReleaseAction['name'], IconNode>> = {
  start: Play,
  resume: Play,
  owner: Users,
  tags: Tag,
  move: FolderInput,
  abort: Square,
};

interface ButtonProps {
  readonly action: ReleaseAction;
  readonly releases: readonly ListedRelease[];
  readonly actions: ReleaseActions;
}

/** The button of an action. It stays focusable without the permission, so that its reason can be read. */
function ActionButton({ action, releases, actions }: ButtonProps) {
  const reasonId = useId();
  const available = availabilityOf(action, releases);
  const { disabledReason } = available;
  const count = available.releases.length;
  const isDisabled = disabledReason !== null || actions.isBusy.value;
  const part = count > 0 && count < releases.length ? t` (${count} of ${releases.length})` : '';
  const label = action.label.endsWith('…') ? `${action.label.slice(0, -1)}${part}…` : `${action.label}${part}`;
  return (
    <>
      <button
        type="button"
        class={action.name === 'abort' ? 'danger' : undefined}
        aria-disabled={isDisabled ? 'true' : undefined}
        aria-describedby={disabledReason === null ? undefined : reasonId}
        title={disabledReason ?? undefined}
        onClick={() => {
          if (!isDisabled) actions.begin(action, releases);
        }}
      >
        <Icon of={actionIcons[action.name]} />
        {label}
      </button>
      {disabledReason !== null && (
        <span id={reasonId} class="unseen">
          {disabledReason}
        </span>
      )}
    </>
  );
}

interface Props {
  /** The releases on the page. */
  readonly releases: readonly ListedRelease[];
  readonly actions: ReleaseActions;
}

/** The actions on the selected releases, at the bottom of the page. */
export function ReleaseBulkBar({ releases, actions }: Props) {
  const selected = releases.filter(({ id }) => actions.selection.selectedIds.value.has(id));
  return (
    <BulkBar count={selected.length} clear={actions.clear}>
      {bulkActions.map((action) => (
        <ActionButton key={action.name} action={action} releases={selected} actions={actions} />
      ))}
      {actions.failureCount.value > 0 && <span class="late">{actions.failureCount} failed</span>}
    </BulkBar>
  );
}
