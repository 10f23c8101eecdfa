import { useSignal } from '@preact/signals';
import type { FolderResponse } from '@slipway/api-schema/folders';
import type { InsightSettingsResponse } from '@slipway/api-schema/insights';
import ChartLine from '~icons/lucide/chart-line';
import LayoutDashboard from '~icons/lucide/layout-dashboard';
import Rocket from '~icons/lucide/rocket';
import { mutate } from '../../../api/rest.ts';
import { updateWithRetry } from '../../../components/drafts/save-draft.ts';
import { Skeleton } from '../../../components/empty-state.tsx';
import { CheckField } from '../../../components/fields/field.tsx';
import { useAction } from '../../../components/form-dialog.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { findFolder, useFolders } from '../../../live/folders.ts';
import { useEntity } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { folderUrl } from '../url-state.ts';
import { formOf, type SettingsForm, settingsOf } from './insight-settings.ts';
import { StagesField, VariableFields } from './setting-fields.tsx';

const topics: readonly Topic[] = [polled];

interface Props {
  readonly folder: Pick<FolderResponse, 'id' | 'title'>;
  /** The permission that the user lacks to change the settings; null if the user lacks none. */
  readonly missingPermission: string | null;
}

interface FormProps extends Pick<Props, 'missingPermission'> {
  /** The path of the settings in the REST API. */
  readonly path: string;
  readonly settings: InsightSettingsResponse;
  readonly refresh: () => Promise<void>;
}

/** Returns the actions of the form. Each returns the message to announce, and throws ApiError, OfflineError. */
function actionsOf({ path, settings, refresh }: FormProps, form: SettingsForm) {
  const save = async (): Promise<string> => {
    await updateWithRetry<InsightSettingsResponse>(path, (stored) => {
      if (JSON.stringify(stored) !== JSON.stringify(settings))
        throw new Error(t('Another user has changed these settings. Reload the page.'));
      return settingsOf(form);
    });
    await refresh();
    return t('Insight settings saved');
  };
  const inherit = async (): Promise<string> => {
    await mutate('PUT', path, { inherit: true });
    await refresh();
    return t('Settings are inherited');
  };
  return { save, inherit };
}

/** The folder that defines the settings. */
function Origin({ id }: { readonly id: string }) {
  const name = findFolder(useFolders(), id)?.name ?? lastSegment(id);
  return (
    <p>
      Settings are inherited from{' '}
      <Link to={folderUrl(id, { tab: 'insights' })}>
        <bdi>{name}</bdi>
      </Link>
      . A change applies to this folder and its subfolders only.
    </p>
  );
}

function SettingsFields(props: FormProps) {
  const { settings, missingPermission } = props;
  const form = useSignal(formOf(settings));
  const { run, refusal, isBusy } = useAction();
  const { save, inherit } = actionsOf(props, form.value);
  const change = (changes: Partial<SettingsForm>): void => {
    form.value = { ...form.peek(), ...changes };
  };
  return (
    <form
      class="body stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      {settings.inheritedFrom !== undefined && <Origin id={settings.inheritedFrom} />}
      <fieldset class="stack" disabled={missingPermission !== null}>
        <CheckField
          label="Releases are deployments"
          hint="Each release that ends is one deployment of an application to an environment"
          isOn={form.value.isOn}
          change={(isOn) => change({ isOn })}
        />
        {form.value.isOn && <VariableFields form={form.value} change={change} />}
        <StagesField form={form.value} change={change} />
      </fieldset>
      <Refusal message={refusal.value} />
      {missingPermission === null && (
        <div class="row wrapped">
          <button type="submit" class="main" aria-disabled={isBusy.value}>
            Save settings
          </button>
          {settings.inheritedFrom === undefined && (
            <button type="button" aria-disabled={isBusy.value} onClick={() => void run(inherit)}>
              Inherit settings
            </button>
          )}
        </div>
      )}
    </form>
  );
}

/** Links to the insights of a folder and its subfolders. */
function ViewLinks({ id }: { readonly id: string }) {
  const query = new URLSearchParams({ folder: id });
  return (
    <nav class="row wrapped" aria-label="Insights of this folder">
      <Link to={`/insights?${query}`} class="button">
        <Icon of={ChartLine} />
        Overview
      </Link>
      <Link to={`/insights/dora?${query}`} class="button">
        <Icon of={Rocket} />
        DORA metrics
      </Link>
      <Link to={`/insights/dashboards?${query}`} class="button">
        <Icon of={LayoutDashboard} />
        Dashboards
      </Link>
    </nav>
  );
}

/** How the releases of a folder and its subfolders count as deployments, with links to their insights. */
export function FolderInsights({ folder, missingPermission }: Props) {
  const path = `/folders/${lastSegment(folder.id)}/insight-settings`;
  const { value, refusal, refresh, retry } = useEntity<InsightSettingsResponse>(path, topics);
  const settings = value.value;
  return (
    <div class="stack">
      <ViewLinks id={folder.id} />
      <section class="card" aria-label="Deployments">
        <header>
          <h2>Deployments</h2>
        </header>
        <Refusal message={refusal.value} retry={retry} />
        {settings === undefined && refusal.value === null && <Skeleton lines={4} />}
        {settings !== undefined && (
          <SettingsFields key={JSON.stringify(settings)} {...{ path, settings, missingPermission, refresh }} />
        )}
      </section>
    </div>
  );
}
