import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { RestoredVersionResponse, TemplateVersionResponse } from '@slipway/api-schema/versions';
import History from '~icons/lucide/history';
import { messageOf } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { missingPermissionOn } from '../../../api/permissions.ts';
import { mutate } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ActionButton, MissingPermissions } from '../../../components/controls/action-button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { comparisonOf } from './comparison.ts';
import { Differences } from './differences.tsx';
import { historyUrl } from './history-url.ts';
import { VersionAuthor, VersionChanges } from './version-list.tsx';

interface RestoreProps {
  readonly template: ReleaseResponse;
  readonly number: number;
  readonly close: () => void;
  readonly onRestored: (restored: RestoredVersionResponse) => void;
}

/** The confirmation before a version is restored. */
function RestoreDialog({ template, number, close, onRestored }: RestoreProps) {
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const restore = async (): Promise<void> => {
    isBusy.value = true;
    try {
      const path = `/templates/${lastSegment(template.id)}/versions/${number}/restore`;
      onRestored(await mutate<RestoredVersionResponse>('POST', path));
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <ConfirmDialog
      title={t`Restore version ${number}?`}
      confirmLabel="Restore version"
      close={close}
      run={() => void restore()}
      refusal={refusal.value}
      isDisabled={isBusy.value}
    >
      The template gets the properties, phases, tasks and variables of this version, as a new version. Triggers,
      permissions, attachments and current passwords stay. Releases do not change. Another user of “Run scripts as” is
      not restored, because it needs a password: triggers that need this user stop until you set it.
    </ConfirmDialog>
  );
}

interface Props {
  readonly template: ReleaseResponse;
  readonly versions: readonly TemplateVersionResponse[];
  readonly version: TemplateVersionResponse;
  /** The number of the version to compare with; null: the default. */
  readonly other: number | null;
  readonly topics: readonly Topic[];
  readonly onRestored: (restored: RestoredVersionResponse) => void;
}

/** A version with its differences to the current version or to another one, and the button that restores it. */
export function VersionView({ template, versions, version, other, topics, onRestored }: Props) {
  const isConfirming = useSignal(false);
  const { id } = template;
  const { number } = version;
  const numbers = versions.map((item) => item.number);
  const [newest] = numbers;
  const comparison = comparisonOf(numbers, number, other);
  const missingPermission = missingPermissionOn(template, 'editTemplate');
  const selected = comparison && (comparison.from === number ? comparison.to : comparison.from);
  const options = numbers
    .filter((item) => item !== number)
    .map((item) => [String(item), item === newest ? t`Version ${item} (current)` : t`Version ${item}`] as const);
  return (
    <>
      <div class="tab-tools">
        <div>
          <Link to={historyUrl(id)}>All versions</Link>
          <MissingPermissions names={[missingPermission]} objectId={id} />
        </div>
        {number !== newest && (
          <ActionButton missingPermission={missingPermission} run={() => (isConfirming.value = true)}>
            Restore this version…
          </ActionButton>
        )}
      </div>
      <section class="card" aria-labelledby="version">
        <header>
          <h2 id="version">Version {number}</h2>
          {number === newest && <span class="tag">Current</span>}
        </header>
        <div class="body stack">
          <VersionAuthor version={version} />
          <VersionChanges version={version} />
          {comparison && (
            <ChoiceField
              label="Compare with"
              value={String(selected ?? newest)}
              options={options}
              change={(value) => navigate(historyUrl(id, { version: number, other: Number(value) }))}
            />
          )}
        </div>
        {comparison ? (
          <section
            aria-label={t`Changes from version ${comparison.from} to version ${comparison.to ?? newest ?? number}`}
          >
            <Differences templateId={id} comparison={comparison} topics={topics} />
          </section>
        ) : (
          <EmptyState icon={History} text="No other version to compare with" />
        )}
      </section>
      {isConfirming.value && (
        <RestoreDialog
          template={template}
          number={number}
          close={() => (isConfirming.value = false)}
          onRestored={(restored) => {
            isConfirming.value = false;
            showToast(restored.changed ? t`Version ${number} restored` : t('The template already has this content'));
            onRestored(restored);
          }}
        />
      )}
    </>
  );
}
