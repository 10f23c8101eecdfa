import { useSignal } from '@preact/signals';
import type { ListedRelease } from '@slipway/api-schema/search';
import { Fragment } from 'preact';
import { useId } from 'preact/hooks';
import FileSpreadsheet from '~icons/lucide/file-spreadsheet';
import FolderInput from '~icons/lucide/folder-input';
import Play from '~icons/lucide/play';
import Square from '~icons/lucide/square';
import Tag from '~icons/lucide/tag';
import Users from '~icons/lucide/users';
import { messageOf } from '../../../api/errors.ts';
import { textOf } from '../../../api/language.ts';
import { BulkBar } from '../../../components/controls/bulk-bar.tsx';
import { Icon, type IconNode } from '../../../components/marks/icon.tsx';
import { showToast } from '../../../components/toast.tsx';
import { t } from '../../../navigation/text.ts';
import { reportsReason } from '../../release/report/audit-report.ts';
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

interface BulkButtonProps {
  readonly icon: IconNode;
  readonly label: string;
  readonly isDanger?: boolean;
  /** Why the action is not available; null if it is. */
  readonly disabledReason: string | null;
  readonly isBusy: boolean;
  readonly run: () => void;
}

/** The button of an action. It stays focusable without the permission, so that its reason can be read. */
function BulkButton({ icon, label, isDanger = false, disabledReason, isBusy, run }: BulkButtonProps) {
  const reasonId = useId();
  const isDisabled = disabledReason !== null || isBusy;
  return (
    <>
      <button
        type="button"
        class={isDanger ? 'danger' : undefined}
        aria-disabled={isDisabled ? 'true' : undefined}
        aria-describedby={disabledReason === null ? undefined : reasonId}
        title={disabledReason ?? undefined}
        onClick={() => {
          if (!isDisabled) run();
        }}
      >
        <Icon of={icon} />
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

interface ButtonProps {
  readonly action: ReleaseAction;
  readonly releases: readonly ListedRelease[];
  readonly actions: ReleaseActions;
}

function ActionButton({ action, releases, actions }: ButtonProps) {
  const available = availabilityOf(action, releases);
  const count = available.releases.length;
  const part = count > 0 && count < releases.length ? t` (${count} of ${releases.length})` : '';
  return (
    <BulkButton
      icon={actionIcons[action.name]}
      label={action.label.endsWith('…') ? `${action.label.slice(0, -1)}${part}…` : `${action.label}${part}`}
      isDanger={action.name === 'abort'}
      disabledReason={available.disabledReason}
      isBusy={actions.isBusy.value}
      run={() => actions.begin(action, releases)}
    />
  );
}

/** Saves the audit reports of releases, also of archived ones, as a zip. */
function ReportsButton({ releases }: Pick<ButtonProps, 'releases'>) {
  const isBusy = useSignal(false);
  const run = async (): Promise<void> => {
    isBusy.value = true;
    showToast(t('Creating the audit reports…'));
    try {
      const { saveReports } = await import('./save-reports.ts');
      await saveReports(releases.map(({ id }) => id));
    } catch (error) {
      showToast(textOf(messageOf(error)));
    }
    isBusy.value = false;
  };
  return (
    <BulkButton
      icon={FileSpreadsheet}
      label={t('Audit reports')}
      disabledReason={reportsReason(releases.length)}
      isBusy={isBusy.value}
      run={() => void run()}
    />
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
        <Fragment key={action.name}>
          {action.name === 'abort' && <ReportsButton releases={selected} />}
          <ActionButton action={action} releases={selected} actions={actions} />
        </Fragment>
      ))}
      {actions.failureCount.value > 0 && <span class="late">{actions.failureCount} failed</span>}
    </BulkBar>
  );
}
